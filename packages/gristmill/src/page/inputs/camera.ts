import { button, element } from "../elements/element.js";

/** Whether the page can use a camera. Browsers allow it only on a secure origin, such as loopback. */
export function hasCamera(): boolean {
	return typeof navigator.mediaDevices?.getUserMedia === "function";
}

export interface Camera {
	readonly element: HTMLElement;
	stop(): void;
}

/** Shows the camera until a picture is taken. `taken` gets undefined if none was. */
export async function openCamera(taken: (picture: File | undefined) => void): Promise<Camera> {
	const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "user" } });
	const video = element("video", {
		autoplay: true,
		playsinline: true,
		muted: true,
		"aria-label": "What the camera sees",
	});
	video.muted = true;
	video.srcObject = stream;
	const stop = () => {
		for (const track of stream.getTracks()) track.stop();
		video.srcObject = null;
	};
	const take = () => {
		const canvas = element("canvas", { width: video.videoWidth, height: video.videoHeight });
		canvas.getContext("2d")?.drawImage(video, 0, 0);
		stop();
		canvas.toBlob(
			(blob) => taken(blob ? new File([blob], "picture.jpg", { type: "image/jpeg" }) : undefined),
			"image/jpeg",
			0.92,
		);
	};
	const leave = () => {
		stop();
		taken(undefined);
	};
	const shutter = button("Take the picture", take, { class: "primary", disabled: true });
	// There is no picture before the first frame.
	video.addEventListener("loadeddata", () => shutter.removeAttribute("disabled"));
	return {
		element: element("div.camera", video, element("div.row", shutter, button("Close", leave))),
		stop,
	};
}
