import type {ServerResponse} from 'node:http';

/** Answers that are not out yet. */
type Drain = {
	enter(response: ServerResponse): void;
	/** Resolves when none is left, at the latest after `timeoutMs`. */
	drained(timeoutMs: number): Promise<void>;
};

export function createDrain(): Drain {
	const open = new Set<ServerResponse>();
	let wake: (() => void) | undefined;
	return {
		enter(response) {
			open.add(response);
			response.once('close', () => {
				open.delete(response);
				if (open.size === 0) wake?.();
			});
		},
		async drained(timeoutMs) {
			if (open.size === 0) return;
			await new Promise<void>(resolve => {
				const timer = setTimeout(resolve, timeoutMs);
				wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		},
	};
}
