import {type Expression, type Selectable, sql, type Updateable} from 'kysely';
import type {RunStatus, TestType} from '../../../contract/enums.ts';
import type {BatchId, RunId} from '../../../contract/ids.ts';
import {addCounts, type MemberCounts, moveBatch, noMembers, openMembers} from '../../domain/batch-state.ts';
import {runCost} from '../../domain/credit-costs.ts';
import type {SweepState} from '../cleanup/cleanup-tables.ts';
import {type Booking, bookTogether} from '../accounts/credits.ts';
import type {NewId} from '../ids.ts';
import type {BatchTable, WaveTable, BatchChanged} from './batch-tables.ts';
import {shaped} from '../dialect/shaped.ts';
import {storageOf, type Write} from '../dialect/storage.ts';
import {portable} from '../dialect/portable.ts';
import type {StoreTransaction} from '../database.ts';

/** Where a member stands; `skipped` is a blocked teardown test that had nothing to remove. */
type Standing = RunStatus | 'skipped';

/** A batch keeps this many advisories. */
export const maxAdvisories = 100;

type WaveTexts = Record<keyof WaveTable, string>;

/** Texts of a row of `waves`: a batch is read with all of them in one statement. */
const waveColumns: Record<keyof WaveTable, Expression<unknown>> = {
	batch_id: sql.ref('waves.batch_id'),
	wave: sql.ref('wave'),
	kind: sql.ref('kind'),
	late: sql.ref('late'),
	total: sql.ref('total'),
	queued: sql.ref('queued'),
	running: sql.ref('running'),
	passed: sql.ref('passed'),
	failed: sql.ref('failed'),
	blocked: sql.ref('blocked'),
	cancelled: sql.ref('cancelled'),
	skipped: sql.ref('skipped'),
	rev: sql.ref('rev'),
};

const waveOf = ({batch_id, kind, ...numbers}: WaveTexts): WaveTable => ({
	batch_id,
	kind: kind as WaveTable['kind'],
	...(Object.fromEntries(Object.entries(numbers).map(([column, text]) => [column, Number(text)])) as Omit<
		WaveTable,
		'batch_id' | 'kind'
	>),
});

/** Batches with their waves, as changes of them begin. */
export const openedBatches = (transaction: StoreTransaction, batchIds: readonly BatchId[]) =>
	transaction
		.selectFrom('batches')
		.selectAll()
		.select(query =>
			query
				.selectFrom('waves')
				.select(portable(({listOfObjects}) => listOfObjects(waveColumns)).as('waves'))
				.whereRef('waves.batch_id', '=', 'batches.id')
				.as('waves'),
		)
		.where('id', 'in', batchIds);

export type OpenedBatch = Selectable<BatchTable> & {waves: string | null};

/** What a move needs to know of a member. */
export type MovingRun = {id: string; wave: number; type: TestType; attempt: number};

/**
 * Everything one transaction changes in one batch: all of it under one new version. Members are moved through `move`,
 * so that the counts of waves and the credits stay in step with the rows; `save` writes the batch and its waves.
 */
export class BatchChange {
	readonly batch: Readonly<Selectable<BatchTable>>;
	/** Version under which every row changed by this transaction is stored. */
	readonly version: number;
	readonly now: number;
	readonly transaction: StoreTransaction;
	readonly #waves: Map<number, WaveTable>;
	readonly #touched = new Set<number>();
	readonly #ended: string[] = [];
	readonly #columns: Updateable<BatchTable> = {};
	readonly #writes: Write[] = [];
	readonly #bookings: Booking[] = [];
	#newId: NewId = () => {
		throw new Error('Nothing is to be booked.');
	};
	#held = 0;
	#charged = 0;
	/** Whether a slot that was idle may find something now; null: nothing has moved, and what has changed is not known. */
	#letsGo: boolean | null = null;

	private constructor(
		transaction: StoreTransaction,
		batch: Selectable<BatchTable>,
		waves: readonly WaveTable[],
		now: number,
	) {
		this.transaction = transaction;
		this.batch = batch;
		this.version = batch.version + 1;
		this.now = now;
		this.#waves = new Map(waves.map(wave => [wave.wave, {...wave}]));
	}

	static async open(transaction: StoreTransaction, batchId: BatchId, now: number): Promise<BatchChange> {
		return BatchChange.of(transaction, await openedBatches(transaction, [batchId]).executeTakeFirstOrThrow(), now);
	}

	/** The same of one that has been read in this transaction. */
	static of(transaction: StoreTransaction, {waves, ...batch}: OpenedBatch, now: number): BatchChange {
		return new BatchChange(transaction, batch, (JSON.parse(waves ?? '[]') as WaveTexts[]).map(waveOf), now);
	}

	/**
	 * Takes a member from one standing to another in the counts; its own row is the caller's to write.
	 *
	 * @param isAwaited something may be able to start because of this; known to be false, nobody has to look for it
	 */
	move(run: MovingRun, from: RunStatus, to: Standing, isAwaited = to !== 'running'): void {
		const wave = this.#waves.get(run.wave);
		if (!wave) throw new Error(`Batch ${this.batch.id} has no wave ${run.wave}.`);
		wave[from]--;
		wave[to]++;
		this.#touched.add(run.wave);
		this.#letsGo = this.#letsGo === true || isAwaited;
		if (to !== 'queued' && to !== 'running') this.#ended.push(run.id);
		if (from !== 'queued') return;
		// Credits are held until the first start and charged once, whatever a lost execution repeats.
		if (run.attempt === 0) {
			this.#held -= runCost[run.type];
			if (to === 'running') this.#charged += runCost[run.type];
		}
		if (this.phase !== 'queued') return;
		this.set({phase: moveBatch('queued', 'member_left_queue'), started_at: this.now});
	}

	/** Credits that a member costs besides its start, in hundredths. */
	charge(amount: number): void {
		this.#charged += amount;
	}

	/** Books entries for the account of the batch when it is saved. */
	book(newId: NewId, bookings: readonly Booking[]): void {
		this.#newId = newId;
		this.#bookings.push(...bookings);
	}

	set(columns: Updateable<BatchTable>): void {
		Object.assign(this.#columns, columns);
	}

	/** Members may start that could not before, also those that did not move themselves. */
	letGo(): void {
		this.#letsGo = true;
	}

	/**
	 * Written when the batch is saved, together with it. Until then nobody reads the row, and nothing else writes it; whoever
	 * does calls `writeNow` first.
	 */
	later(write: Write): void {
		this.#writes.push(write);
	}

	/** Writes what was to be written later. */
	async writeNow(): Promise<void> {
		await storageOf(this.transaction).writeTogether(this.transaction, this.#writes.splice(0));
	}

	/** Something that its author should know of the batch. There is an end to it: each test of a large one may have some. */
	advise(feature: string, message: string): void {
		const known = JSON.parse((this.#columns.advisories as string | undefined) ?? this.batch.advisories) as object[];
		if (known.length < maxAdvisories) this.set({advisories: JSON.stringify([...known, {feature, message}])});
	}

	get phase(): BatchTable['phase'] {
		return (this.#columns.phase as BatchTable['phase'] | undefined) ?? this.batch.phase;
	}

	get sweep(): SweepState {
		return (this.#columns.sweep as SweepState | undefined) ?? this.batch.sweep;
	}

	get skipCleanup(): boolean {
		return (this.#columns.skip_cleanup ?? this.batch.skip_cleanup) === 1;
	}

	get cancelRequested(): boolean {
		return (this.#columns.cancel_requested_at ?? this.batch.cancel_requested_at) !== null;
	}

	/** Members of the waves of one kind by status; `normal`: without the late ones. */
	counts(kind: WaveTable['kind'], phase: 'normal' | 'all' = 'all'): MemberCounts {
		let counts: MemberCounts = noMembers;
		for (const wave of this.#waves.values())
			if (wave.kind === kind && (phase === 'all' || wave.late === 0)) counts = addCounts(counts, wave);
		return counts;
	}

	/** Other members than this one are open before the late ones: its end takes the batch nowhere. */
	goesOnWithout({wave}: Pick<MovingRun, 'wave'>): boolean {
		const own = this.#waves.get(wave)?.late === 0 ? 1 : 0;
		const isInTests = this.phase === 'queued' || this.phase === 'tests';
		return isInTests && openMembers(this.counts('tests', 'normal')) > own;
	}

	/** Its end belongs to this change, whether it is written already or not. */
	hasEnded(runId: RunId): boolean {
		return this.#ended.includes(runId);
	}

	/** Late members wait. */
	get hasOpenLate(): boolean {
		return [...this.#waves.values()].some(wave => wave.late === 1 && wave.queued > 0);
	}

	async save(): Promise<BatchChanged> {
		const context = {newId: this.#newId, now: this.now};
		const booked = bookTogether(this.transaction, context, this.batch.account_id, this.#bookings, -this.#held);
		const sweep = this.sweep === 'search' || this.sweep === 'due' || this.sweep === 'retry';
		const done = this.phase === 'done' && !sweep;
		const changed: BatchChanged = {batchId: this.batch.id, version: this.version, done, ended: this.#ended, sweep};
		const storage = storageOf(this.transaction);
		// Its tokens are stored for other processes only.
		if (done && storage.processId !== null)
			await this.transaction
				.updateTable('batch_logins')
				.set({token: null})
				.where('batch_id', '=', this.batch.id)
				.where('token', 'is not', null)
				.execute();
		await storage.writeTogether(this.transaction, [...this.#writes, ...this.#ownWrites(), ...booked], {
			kind: 'batch',
			...changed,
			work: this.#letsGo !== false,
			login: this.batch.auth_health === 'pending',
		});
		return changed;
	}

	#ownWrites(): Write[] {
		const waves = [...this.#touched].map(number => {
			const {kind, late, total, ...counts} = this.#waves.get(number)!;
			return shaped('wave', {...counts, rev: this.version}, ({batch_id, wave, ...columns}) =>
				this.transaction.updateTable('waves').set(columns).where('batch_id', '=', batch_id).where('wave', '=', wave),
			);
		});
		const columns = {
			...this.#columns,
			version: this.version,
			credits_held: this.batch.credits_held + this.#held,
			credits_charged: this.batch.credits_charged + this.#charged,
		};
		const row = {batchId: this.batch.id, ...columns};
		const batch = shaped(`batch ${Object.keys(columns).join()}`, row, ({batchId, ...values}) =>
			this.transaction.updateTable('batches').set(values).where('id', '=', batchId),
		);
		return [...waves, batch];
	}
}
