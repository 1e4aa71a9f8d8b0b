/**
 * Gives the items of one source to two readers. It keeps the items that only one reader has taken. Our readers are
 * consumed in step, so memory is bounded.
 */
export function tee<T>(items: AsyncIterable<T>): [AsyncIterable<T>, AsyncIterable<T>] {
	const source = items[Symbol.asyncIterator]();
	const held: [Promise<IteratorResult<T>>[], Promise<IteratorResult<T>>[]] = [[], []];
	let open = 2;
	const reader = (mine: 0 | 1, other: 0 | 1): AsyncIterable<T> => ({
		[Symbol.asyncIterator]() {
			let closed = false;
			return {
				next: () => {
					const waiting = held[mine].shift();
					if (waiting) return waiting;
					const next = source.next();
					held[other].push(next);
					// The other reader may never take it.
					next.catch(() => {});
					return next;
				},
				return: async () => {
					if (!closed && --open === 0) await source.return?.();
					closed = true;
					return { done: true, value: undefined };
				},
			};
		},
	});
	return [reader(0, 1), reader(1, 0)];
}
