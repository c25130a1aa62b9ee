import type {BatchId, RunId} from '../../contract/ids.ts';
import type {News} from '../store/team/news.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {BatchLogins} from './batch-logins.ts';
import type {BatchSweep} from './batch-sweep.ts';
import type {ChangeBoard} from './change-board.ts';
import type {Dispatcher} from './dispatcher.ts';
import type {EngineLog} from './engine.ts';
import type {Team} from './team.ts';

type Parts = {
	team: Team;
	store: Pick<RunStore, 'findRunStanding' | 'reap'>;
	board: ChangeBoard;
	dispatcher: Dispatcher;
	logins: BatchLogins;
	sweep: BatchSweep;
	log: EngineLog;
	/** Takes over what killed processes of this machine have left on its disk. */
	takeAbandoned(): Promise<void>;
	/** Told of every batch that another process has ended. */
	onBatchHeard?(batchId: BatchId): void;
};

/** "Heartbeat 10 s." */
const beatMs = 10_000;
const lookMs = 1000;
/** How long somebody who cancels waits for another process; what its worker does not stop ends with its lease. */
const patienceMs = 20_000;

/** What a process does because it is one of several: it hears of the others, shows that it lives, and misses those that do not. */
export function createTeamWork(parts: Parts) {
	const {team, store, board, dispatcher, logins, sweep, log, takeAbandoned, onBatchHeard} = parts;
	let timers: NodeJS.Timeout[] = [];
	let beating: Promise<void> = Promise.resolve();
	let isBeating = false;
	/** Takes over what others have left: a runtime that still writes lets it wait, longer than a lease of this process may. */
	let taking: Promise<void> | null = null;

	const failed = (what: string) => (error: unknown) => log.error({err: error}, what);

	function hear(news: News | null): void {
		if (news === null) {
			board.wakeAll();
			team.onNews?.(null, '');
			beat();
			return;
		}
		if (news.kind === 'cancel') return void dispatcher.cancel(news.runIds).catch(failed('runs could not be stopped'));
		if (news.kind === 'changed') {
			team.onNews?.(news.topic, news.key);
			return;
		}
		board.hear(news);
		if (news.done) {
			logins.forget(news.batchId);
			onBatchHeard?.(news.batchId);
		}
		if (!team.executes) return;
		if (news.sweep) sweep.begin(news.batchId);
		if (news.login) void logins.resume().catch(failed('logins could not be looked for'));
		if (news.work) dispatcher.wake();
	}

	/** Once at a time: a database that is out of reach answers late. */
	function beat(): void {
		if (isBeating) return;
		isBeating = true;
		beating = lookAround()
			.catch(failed('this process could not show that it lives'))
			.finally(() => {
				isBeating = false;
			});
	}

	async function lookAround(): Promise<void> {
		await dispatcher.keepLeases();
		await team.ownership.keep();
		await team.announce();
		taking ??= takeOver().finally(() => {
			taking = null;
		});
		team.onNews?.(null, '');
		if (!team.executes) return;
		await logins.resume();
		await sweep.resume();
		dispatcher.wake();
	}

	async function takeOver(): Promise<void> {
		// Before a lease that has ended gives its test to somebody else.
		if (team.executes) await takeAbandoned().catch(failed('what a killed process left is taken over later'));
		await dispatcher.reapExpired();
	}

	/** What this process could not keep is another one's by now. */
	function endLeases(): void {
		dispatcher.endLeases();
		team.ownership.giveUpLate();
	}

	return {
		async start(): Promise<void> {
			await team.news.listen(team.processId, team.serves ? 'all' : 'work', hear);
			await team.announce();
			board.publish(await store.reap('expired'));
			timers = [setInterval(beat, beatMs), setInterval(endLeases, lookMs)];
		},

		/** Resolves when runs have ended that other processes execute. */
		async endsOf(runIds: readonly RunId[]): Promise<void> {
			const over = new AbortController();
			const timer = setTimeout(() => over.abort(), patienceMs);
			await Promise.all(runIds.map(runId => endOf(runId, over.signal)));
			clearTimeout(timer);
		},

		async stop(): Promise<void> {
			for (const timer of timers) clearInterval(timer);
			await beating;
			await taking;
		},
	};

	async function endOf(runId: RunId, over: AbortSignal): Promise<void> {
		let wake = () => {};
		const woken = new Promise<void>(resolve => {
			wake = resolve;
		});
		const release = board.onRunEnd(runId, wake);
		over.addEventListener('abort', wake, {once: true});
		try {
			if ((await store.findRunStanding(runId))?.status === 'running') await woken;
		} finally {
			over.removeEventListener('abort', wake);
			release();
		}
	}
}
