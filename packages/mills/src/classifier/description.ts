import { MAX_PIXELS, MAX_PIXELS_WHOLE } from "./picture.js";

export const DESCRIPTION = `
Estimates the gender and age of the largest face in a picture. **Do not use an estimate to make decisions about a person**:
it says how a face looks to a network, not who a person is. Do not use it to identify, admit, refuse, watch or judge people.

EXIF orientation is applied. Faces that are sideways or upside down are rotated. Animations are reduced to the first frame.
Transparency becomes white. Greyscale, CMYK and 16-bit pictures are supported. The limit is ${MAX_PIXELS / 1e6} million pixels,
and ${MAX_PIXELS_WHOLE / 1e6} million for progressive JPEG, WebP, AVIF, and PNG that is interlaced or that EXIF turns. A picture
without a face gets 422 \`no-face\`.

\`detail=true\` adds the probability of each gender, a range that contains the true age for four of five people, the box of
the face and the number of faces.

**How it works.** BlazeFace finds face candidates. Our own network, MobileNetV1 in integer arithmetic, decides which candidates
are faces and which way up they are. It then estimates gender and age from the face and its mirror image.

**Accuracy.** Measured on the val part of FairFace (10,954 pictures of all ages and seven groups of people). This network was
neither trained nor tuned on it; its two teachers were tuned to it. A face is found in 99.8 % of the pictures. The gender is
right for 92.2 % (women 91.4, men 92.8), the age is in the right one of nine groups for 57.7 %, and the range contains the age
for 80 %. The gender is right for 87.3 % of Black, 91.9 % of White, 92.3 % of East Asian, 92.6 % of Indian, 92.8 % of Southeast
Asian, 93.5 % of Latino and 95.6 % of Middle Eastern faces. Of 1,253 pictures without a face, 1.3 % got an answer.

**Limits.** The network knows the two genders of its labels. The gender is wrong for about one in six children below ten and
one in four babies; \`detail\` shows the uncertainty. The age of people above 65 is underestimated. Make-up, beards, glasses,
masks, turned heads, blur and poor light reduce the accuracy.

**Data.** FairFace (Kärkkäinen and Joo, CC BY 4.0), portraits of the US Congress (public domain), and pictures without a face under
free licences. models/classifier/NOTICE.md lists all sources. BlazeFace: Google, Apache-2.0.

The face network computes in integers and gives the same results on every processor. The detector does not: its box may
differ slightly between types of processors, and the age then differs by a year.
`.trim();
