import {type TestType, testTypes} from '../../contract/enums.ts';
import {byTurn, limitsOfKinds, takeInTurn, turnNow, turnOf} from '../../service/domain/turns.ts';
import {planFreshRun, type PlannedMember} from '../../service/graph/plan-batch.ts';
import type {Claim, Shelf, Started} from './crew.ts';
import {Heap} from './heap.ts';
import type {SimulatedTest} from './work.ts';

/** A row of `runs`, as far as claims look at it. */
type Row = Started & {
	turn: number;
	batch: Batch;
	isLate: boolean;
	isTeardown: boolean;
	/** Members that have to end first. */
	open: number;
	followers: Row[];
	isReady: boolean;
};
type Batch = {normal: number; late: Row[]; openLate: number; teardowns: Row[]};

/**
 * What the store keeps of runs, without a store: the planner and the rules of turns are the product's own, and that the rest does as
 * its statements do is what the test of the simulation compares.
 */
export class MemoryShelf implements Shelf {
	readonly #ready: Record<TestType, Heap<Row>> = {backend: new Heap<Row>(byTurn), frontend: new Heap<Row>(byTurn)};
	readonly #executing = new Map<string, Row>();
	#made = 0;

	/** Plans and stores a batch of all tests of a project. */
	trigger(tests: readonly SimulatedTest[], now: number): readonly PlannedMember[] {
		const {members} = planFreshRun(tests, tests);
		const turns = {backend: this.#turnNow('backend', now), frontend: this.#turnNow('frontend', now)};
		const batch: Batch = {normal: 0, late: [], openLate: 0, teardowns: []};
		const rows = new Map<string, Row>();
		for (const {test, rank, late, teardown} of members) {
			const {type, takesMs} = test as SimulatedTest;
			const id = String(this.#made++).padStart(9, '0');
			const row = {id, testId: test.id, type, takesMs, turn: turnOf(turns[type], rank), batch, open: 0};
			rows.set(test.id, {...row, isLate: late, isTeardown: teardown, followers: [], isReady: false});
		}
		for (const {test, needs, after} of members) {
			const row = rows.get(test.id)!;
			for (const {producer, inBatch} of needs) if (producer && inBatch) rows.get(producer.id)!.followers.push(row);
			for (const earlier of after) rows.get(earlier.id)!.followers.push(row);
			row.open = needs.filter(({inBatch}) => inBatch).length + after.length;
			if (row.isTeardown) batch.teardowns.push(row);
			else if (row.isLate) batch.late.push(row);
			else batch.normal++;
		}
		batch.openLate = batch.late.length;
		for (const row of rows.values()) if (row.open === 0 && !row.isLate && !row.isTeardown) this.#release(row);
		this.#advance(batch);
		return members;
	}

	#turnNow(type: TestType, now: number): number {
		const executing = [...this.#executing.values()].filter(row => row.type === type).map(({turn}) => turn);
		if (executing.length > 0) return turnNow(now, Math.max(...executing), null);
		const next = this.#ready[type].pop();
		if (next) this.#ready[type].push(next);
		return turnNow(now, null, next?.turn ?? null);
	}

	hasReady(): boolean {
		return this.#ready.backend.size + this.#ready.frontend.size > 0;
	}

	finishAndClaim(ended: readonly Started[], {limit, kinds}: Claim): Started[] {
		for (const {id} of ended) this.#finish(id);
		const limits = limitsOfKinds(limit, kinds);
		const first = {backend: this.#pop('backend', limits.backend), frontend: this.#pop('frontend', limits.frontend)};
		const executing = {backend: kinds.backend.executing, frontend: kinds.frontend.executing};
		const taken = takeInTurn(first, limit, executing);
		for (const type of testTypes) for (const row of first[type]) if (!taken.includes(row)) this.#ready[type].push(row);
		for (const row of taken) this.#executing.set(row.id, row);
		return taken;
	}

	#pop(type: TestType, most: number): Row[] {
		const rows: Row[] = [];
		while (rows.length < most && this.#ready[type].size > 0) rows.push(this.#ready[type].pop()!);
		return rows;
	}

	#finish(id: string): void {
		const {batch, followers, isLate, isTeardown} = this.#executing.get(id)!;
		this.#executing.delete(id);
		if (isLate) batch.openLate--;
		else if (!isTeardown) batch.normal--;
		for (const row of followers) {
			row.open--;
			if (row.open === 0 && !row.isTeardown && (!row.isLate || batch.normal === 0)) this.#release(row);
		}
		this.#advance(batch);
	}

	/** Late members when nothing else is open, the final wave when they have ended. */
	#advance({normal, late, openLate, teardowns}: Batch): void {
		if (normal > 0) return;
		if (openLate > 0) for (const row of late) if (row.open === 0) this.#release(row);
		if (openLate === 0) for (const row of teardowns) if (row.open === 0) this.#release(row);
	}

	#release(row: Row): void {
		if (row.isReady) return;
		row.isReady = true;
		this.#ready[row.type].push(row);
	}
}
