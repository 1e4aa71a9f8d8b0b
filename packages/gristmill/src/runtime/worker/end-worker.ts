/** Set in a worker. In another process there is no worker to end. */
let end: ((reason: string) => void) | undefined;

/** Lets `endWorker` end this process, which is a worker. */
export function allowEndingWorker(handler: (reason: string) => void): void {
	end = handler;
}

/**
 * Ends this worker because something that its mill needs for every call is gone. The pool runs the call again in another
 * worker and starts a new one. Outside of a worker it does nothing.
 */
export function endWorker(reason: string): void {
	end?.(reason);
}
