import type {PlannedMember} from '../../service/graph/plan-batch.ts';
import {Heap} from './heap.ts';
import type {SimulatedTest} from './work.ts';

type Job = {batch: number; takesMs: number; tailMs: number; open: number; followers: Job[]};

/**
 * The list schedule of somebody who knows how long each test takes, pays nothing for a start, and always starts what has the longest
 * way to the end behind it; with the same barriers before late tests and before the final wave.
 */
export function idealMakespan(batches: ReadonlyArray<readonly PlannedMember[]>, slots: number) {
	const ready = new Heap<Job>((a, b) => b.tailMs - a.tailMs || a.batch - b.batch);
	let workMs = 0;
	let longestMs = 0;
	for (const [batch, members] of batches.entries()) {
		const jobs = new Map<string, Job>();
		for (const {test} of members) {
			const {takesMs} = test as SimulatedTest;
			workMs += takesMs;
			jobs.set(test.id, {batch, takesMs, tailMs: -1, open: 0, followers: []});
		}
		const before = (job: Job, last: Job) => {
			job.followers.push(last);
			last.open++;
		};
		for (const {test, needs, after} of members) {
			const job = jobs.get(test.id)!;
			for (const {producer, inBatch} of needs) if (producer && inBatch) before(jobs.get(producer.id)!, job);
			for (const earlier of after) before(jobs.get(earlier.id)!, job);
		}
		const barriers = [0, 1].map((): Job => ({batch, takesMs: 0, tailMs: -1, open: 0, followers: []}));
		const stage = ({late, teardown}: PlannedMember) => (teardown ? 2 : late ? 1 : 0);
		for (const member of members) {
			const job = jobs.get(member.test.id)!;
			if (stage(member) < 2) before(job, barriers[stage(member)]!);
			if (stage(member) > 0) before(barriers[stage(member) - 1]!, job);
		}
		before(barriers[0]!, barriers[1]!);
		for (const job of [...jobs.values(), ...barriers]) longestMs = Math.max(longestMs, measureTail(job));
		for (const job of [...jobs.values(), ...barriers]) if (job.open === 0) ready.push(job);
	}
	const ends = new Heap<{at: number; job: Job}>((a, b) => a.at - b.at);
	let free = slots;
	let now = 0;
	for (;;) {
		while (free > 0 && ready.size > 0) {
			const job = ready.pop()!;
			free--;
			ends.push({at: now + job.takesMs, job});
		}
		const end = ends.pop();
		if (!end) break;
		now = end.at;
		free++;
		for (const job of end.job.followers) if (--job.open === 0) ready.push(job);
	}
	return {makespanMs: now, workMs, longestMs};
}

/** With its own stack: chains may be long. */
function measureTail(start: Job): number {
	const stack = [start];
	while (stack.length > 0) {
		const job = stack.at(-1)!;
		if (job.tailMs < 0) {
			const unknown = job.followers.filter(({tailMs}) => tailMs < 0);
			if (unknown.length > 0) {
				stack.push(...unknown.slice(0, 1));
				continue;
			}
			let most = 0;
			for (const {tailMs} of job.followers) if (tailMs > most) most = tailMs;
			job.tailMs = job.takesMs + most;
		}
		stack.pop();
	}
	return start.tailMs;
}
