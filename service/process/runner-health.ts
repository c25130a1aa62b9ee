import type {Runner, RunnerCheck} from '../runners/runner.ts';

/** What is known of a runner without waiting, and when it is worth asking again. */
export type RunnerHealth = {
	/** Asks the runner unless its last answer is fresh; waits at most two seconds for it. */
	ask(): Promise<RunnerCheck>;
	/** The last answer. */
	last(): RunnerCheck;
};

/** A running interpreter answers at once; looking for one that is missing starts several processes. */
const freshMs = {ok: 5000, failed: 30_000};
const patienceMs = 2000;

/** @param elapsedMs milliseconds of a clock that never goes back */
export function watchRunner(runner: Pick<Runner, 'check'>, elapsedMs: () => number): RunnerHealth {
	let last: RunnerCheck = {ok: false, detail: 'starting'};
	let askedAt = Number.NEGATIVE_INFINITY;
	let asking: Promise<RunnerCheck> | null = null;

	async function refresh(): Promise<RunnerCheck> {
		try {
			last = await runner.check();
		} catch (error) {
			last = {ok: false, detail: error instanceof Error ? error.message : String(error)};
		}
		askedAt = elapsedMs();
		asking = null;
		return last;
	}

	return {
		last: () => last,
		async ask() {
			if (elapsedMs() - askedAt < (last.ok ? freshMs.ok : freshMs.failed)) return last;
			asking ??= refresh();
			let timer: NodeJS.Timeout | undefined;
			const impatience = new Promise<RunnerCheck>(resolve => {
				timer = setTimeout(() => resolve(last), patienceMs);
			});
			const answer = await Promise.race([asking, impatience]);
			clearTimeout(timer);
			return answer;
		},
	};
}
