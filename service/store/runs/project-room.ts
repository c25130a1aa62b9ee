import {sql} from 'kysely';
import type {ProjectId} from '../../../contract/ids.ts';
import type {StoreTransaction} from '../database.ts';

/**
 * How many runs more may start of each project that has a limit of its own (`maxParallel`), whoever executes them. Most
 * projects have none: nothing is read until a run of one that has is to start.
 */
export class ProjectRooms {
	readonly #transaction: StoreTransaction;
	#rooms: Map<string, number> | null = null;

	constructor(transaction: StoreTransaction) {
		this.#transaction = transaction;
	}

	/** Projects that are known to have no room. */
	get full(): string[] {
		return [...(this.#rooms ?? [])].flatMap(([projectId, room]) => (room <= 0 ? [projectId] : []));
	}

	/** Takes the room of one run; false: its project, which has a limit, is full. */
	async take(projectId: ProjectId): Promise<boolean> {
		this.#rooms ??= await readRooms(this.#transaction);
		const room = this.#rooms.get(projectId) ?? 0;
		this.#rooms.set(projectId, Math.max(0, room - 1));
		return room > 0;
	}
}

/** Of the projects that have a limit. */
async function readRooms(transaction: StoreTransaction): Promise<Map<string, number>> {
	const rows = await transaction
		.selectFrom('projects')
		.select(['id', 'max_parallel'])
		.select(({selectFrom, fn}) =>
			selectFrom('runs')
				.select(fn.countAll<number>().as('executing'))
				.whereRef('runs.project_id', '=', 'projects.id')
				// Written out, not bound: only then the partial index of leased runs is used.
				.where(sql<boolean>`runs.worker_id is not null and runs.status = 'running'`)
				.as('executing'),
		)
		.where('max_parallel', 'is not', null)
		.execute();
	return new Map(rows.map(({id, max_parallel, executing}) => [id, Math.max(0, max_parallel! - Number(executing))]));
}
