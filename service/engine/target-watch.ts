import {setTimeout as delay} from 'node:timers/promises';

/** Says whether an API that stopped answering has come back. */
export type TargetWatch = {
	/** Asks the address until it answers anything at all, up to 30 s; whoever asks for the same meanwhile shares the answer. */
	isBack(url: string): Promise<boolean>;
};

const patienceMs = 30_000;
const pauseMs = 1000;

/**
 * @param answers whether an address gives any HTTP answer; never rejects
 */
export function createTargetWatch(
	answers: (url: string) => Promise<boolean>,
	{elapsedMs, wait}: {elapsedMs(): number; wait(ms: number): Promise<void>} = {
		elapsedMs: () => performance.now(),
		wait: async ms => void (await delay(ms)),
	},
): TargetWatch {
	const asked = new Map<string, Promise<boolean>>();
	async function ask(url: string): Promise<boolean> {
		const start = elapsedMs();
		for (;;) {
			if (await answers(url)) return true;
			if (elapsedMs() - start >= patienceMs) return false;
			await wait(pauseMs);
		}
	}
	return {
		isBack(url) {
			const known = asked.get(url);
			if (known) return known;
			const answer = ask(url).finally(() => asked.delete(url));
			asked.set(url, answer);
			return answer;
		},
	};
}
