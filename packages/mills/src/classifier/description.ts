import { MAX_PIXELS, MAX_PIXELS_WHOLE } from "./picture.js";

export const DESCRIPTION = `
Estimates the gender and age of the largest face in a picture. **Do not use an estimate to make decisions about a person**:
it says how a face looks to a network, not who a person is. Do not use it to identify, admit, refuse, watch or judge people.

EXIF orientation is applied. Faces that are sideways or upside down are rotated. Animations are reduced to the first frame.
Transparency becomes white. Greyscale, CMYK and 16-bit pictures are supported. The limit is ${MAX_PIXELS / 1e6} million pixels,
and ${MAX_PIXELS_WHOLE / 1e6} million for progressive JPEG, WebP, AVIF, and PNG that is interlaced or that EXIF turns. A picture
without a face gets 422 \`no-face\`.

\`detail=true\` adds the probability of each gender, a range of ages, the box of
the face and the number of faces.

**How it works.** The detector finds face candidates at any angle. The face network, a shortened EfficientNet-Lite4, decides which
candidates are faces and which way up they are, and estimates gender and age. Both networks are our own and compute in integers.

**Accuracy.** Measured on the val part of FairFace (10,954 pictures of all ages and seven groups of people). The networks were
not trained on it. A face is found in 99.9 % of the pictures. The gender is right for 94.1 % (women 94.4, men
93.9), the age is in the right one of nine groups for 59.9 %, and the range contains the age for 85.2 %. The gender is right for
90.9 % of Black, 94.0 % of White, 94.3 % of Southeast Asian, 94.4 % of East Asian and Indian, 94.5 % of Latino, and 97.0 % of
Middle Eastern faces. Of 750 pictures without a face, 0.1 % got an answer.

**Limits.** The network knows the two genders of its labels. The gender is wrong for about one in seven children below ten and
one in five babies; \`detail\` shows the uncertainty. The age of people above 65 is underestimated by two and a half years. Make-up, beards,
glasses, masks, turned heads, blur and poor light reduce the accuracy.

**Data.** FairFace (Kärkkäinen and Joo, CC BY 4.0), portraits of the UK Parliament (CC BY 3.0) and of the US Congress (public
domain), and pictures without a face under free licences. models/classifier/NOTICE.md lists all sources.
`.trim();
