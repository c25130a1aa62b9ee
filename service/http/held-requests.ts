import type {ServerResponse} from 'node:http';
import type {KeyId} from '../../contract/ids.ts';

/** Long polls that are being held. */
export type HeldRequests = {
	/**
	 * Holds a request while `wait` runs. The signal aborts when the caller hangs up or the service stops. At most 200
	 * requests of one key are held: the next one is answered at once.
	 */
	hold(keyId: KeyId, response: ServerResponse, wait: (signal: AbortSignal) => Promise<void>): Promise<void>;
	/** Lets every held request be answered now, and holds no further one. */
	releaseAll(): void;
};

const heldPerKey = 200;

export function createHeldRequests(): HeldRequests {
	const held = new Set<AbortController>();
	const perKey = new Map<string, number>();
	let isReleased = false;
	return {
		async hold(keyId, response, wait) {
			const count = perKey.get(keyId) ?? 0;
			if (isReleased || count >= heldPerKey || response.destroyed) return;
			const controller = new AbortController();
			const abort = () => controller.abort();
			response.once('close', abort);
			held.add(controller);
			perKey.set(keyId, count + 1);
			try {
				await wait(controller.signal);
			} finally {
				response.off('close', abort);
				held.delete(controller);
				const left = (perKey.get(keyId) ?? 1) - 1;
				if (left === 0) perKey.delete(keyId);
				else perKey.set(keyId, left);
			}
		},
		releaseAll() {
			isReleased = true;
			for (const controller of held) controller.abort();
		},
	};
}
