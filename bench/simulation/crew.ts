import type {TestType} from '../../contract/enums.ts';
import {Heap} from './heap.ts';

/** A run that a worker has taken. */
export type Started = {id: string; testId: string; type: TestType; takesMs: number};
export type Claim = {workerId: string; limit: number; kinds: Record<TestType, {limit: number; executing: number}>};

/** Where runs are taken from, and where their ends go: the store, or what does the same. */
export type Shelf = {
	hasReady(): boolean | Promise<boolean>;
	finishAndClaim(ended: readonly Started[], claim: Claim): readonly Started[] | Promise<readonly Started[]>;
};

type Worker = {id: string; executing: number; ofFrontend: number; ended: Started[]; isAsking: boolean};
type Event = {at: number; seq: number; worker: Worker; end: Started | null; started: readonly Started[]};

export type Makespan = {makespanMs: number; tests: number; transactions: number; lockedMs: number; starts: string[]};

/**
 * Workers as the dispatcher drives them, in virtual time: one transaction of a worker at a time stores the ends that have come in and
 * takes as many runs as slots are free; one transaction of all at a time holds the lock of the writers.
 *
 * @param lockMs what a transaction costs them that takes or ends one test; more tests cost as many times that
 * @param keepStarts says who has started what, in order
 */
export async function simulateCrew(
	shelf: Shelf,
	{
		workers,
		slots,
		lockMs = 0,
		keepStarts = false,
	}: {workers: number; slots: number; lockMs?: number; keepStarts?: boolean},
): Promise<Makespan> {
	const crew = Array.from(
		{length: workers},
		(_, n): Worker => ({id: `worker ${n}`, executing: 0, ofFrontend: 0, ended: [], isAsking: false}),
	);
	const events = new Heap<Event>((a, b) => a.at - b.at || a.seq - b.seq);
	const queue: Worker[] = [];
	const sum: Makespan = {makespanMs: 0, tests: 0, transactions: 0, lockedMs: 0, starts: []};
	let now = 0;
	let seq = 0;
	let isLocked = false;
	const later = (afterMs: number, event: Omit<Event, 'at' | 'seq'>) =>
		events.push({at: now + afterMs, seq: seq++, ...event});
	const ask = (worker: Worker) => {
		if (worker.isAsking) return;
		worker.isAsking = true;
		queue.push(worker);
	};
	/** Those who have a free slot hear that something may be taken. */
	const wake = async () => {
		const idle = crew.filter(worker => !worker.isAsking && worker.executing < slots);
		if (idle.length > 0 && (await shelf.hasReady())) for (const worker of idle) ask(worker);
	};
	const next = async () => {
		while (!isLocked && queue.length > 0) {
			const worker = queue.shift()!;
			const ended = worker.ended.splice(0);
			worker.executing -= ended.length;
			worker.ofFrontend -= ended.filter(({type}) => type === 'frontend').length;
			const limit = slots - worker.executing;
			const started = await shelf.finishAndClaim(ended, {
				workerId: worker.id,
				limit,
				kinds: {
					frontend: {limit: slots - worker.ofFrontend, executing: worker.ofFrontend},
					backend: {limit: slots, executing: worker.executing - worker.ofFrontend},
				},
			});
			worker.executing += started.length;
			worker.ofFrontend += started.filter(({type}) => type === 'frontend').length;
			sum.tests += ended.length;
			if (ended.length + started.length > 0) sum.transactions++;
			const costMs = lockMs * Math.max(ended.length, started.length);
			sum.lockedMs += costMs;
			if (keepStarts) for (const {testId} of started) sum.starts.push(`${worker.id} ${testId}`);
			isLocked = true;
			later(costMs, {worker, end: null, started});
		}
	};
	await wake();
	await next();
	for (let event = events.pop(); event; event = events.pop()) {
		now = event.at;
		const {worker, end, started} = event;
		if (end) {
			worker.ended.push(end);
			sum.makespanMs = now;
			ask(worker);
		} else {
			isLocked = false;
			worker.isAsking = false;
			for (const run of started) later(run.takesMs, {worker, end: run, started: []});
			if (worker.ended.length > 0) ask(worker);
			await wake();
		}
		await next();
	}
	return sum;
}
