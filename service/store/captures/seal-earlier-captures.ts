import type {ProjectId} from '../../../contract/ids.ts';
import {protectExecution} from '../../domain/protect-execution.ts';
import type {Database} from '../database.ts';
import {storageOf} from '../dialect/storage.ts';
import type {Protection} from '../calls/secret-rules.ts';

/** Set once every captured value is stored as the rule of captures says. */
const doneKey = 'captures_sealed';
const rowsAtOnce = 500;

/**
 * Seals the captured values that were stored before those that equal a stored secret, or are tagged as one, were. What
 * changes leaves nothing in the free pages of the file either. For the start of the service; does nothing when it was
 * done before. Copies of the store that were made earlier keep what they hold until newer ones take their place.
 *
 * @param secretsOf what is stored as secret for a project, opened
 */
export async function sealEarlierCaptures(
	database: Database,
	protection: Protection,
	secretsOf: (projectId: ProjectId) => Promise<readonly string[]>,
): Promise<void> {
	const done = await database.selectFrom('meta').select('key').where('key', '=', doneKey).executeTakeFirst();
	if (done) return;
	let changed = 0;
	for (const {id: projectId} of await database.selectFrom('projects').select('id').execute()) {
		const rule = await protection.ruleOf(database, projectId);
		const secrets = await secretsOf(projectId);
		for (let after = ''; ; ) {
			const rows = await database
				.selectFrom('captures')
				.innerJoin('runs', 'runs.id', 'captures.run_id')
				.select(['captures.id', 'captures.name', 'captures.value'])
				.where('runs.project_id', '=', projectId)
				.where('captures.id', '>', after)
				.orderBy('captures.id')
				.limit(rowsAtOnce)
				.execute();
			changed += await sealRows(database, rows, captures => {
				const execution = {calls: [], captures};
				return protectExecution(execution, rule, [], protection.seal, secrets).captures;
			});
			if (rows.length < rowsAtOnce) break;
			after = rows.at(-1)!.id;
		}
	}
	if (changed > 0) {
		await storageOf(database).forgetRemoved(database);
	}
	await database.insertInto('meta').values({key: doneKey, value: '1'}).execute();
}

type Captures = Array<{name: string; value: unknown; json: string}>;

/** How many rows have changed. */
async function sealRows(
	database: Database,
	rows: ReadonlyArray<{id: string; name: string; value: string}>,
	protect: (captures: Captures) => Captures,
): Promise<number> {
	const changed = rows.flatMap(({id, name, value}) => {
		// One by one: what one run has captured under an ordinary name says nothing about another.
		const [sealed] = protect([{name, value: JSON.parse(value) as unknown, json: value}]);
		return sealed && sealed.json !== value ? [{id, value: sealed.json}] : [];
	});
	if (changed.length === 0) return 0;
	await database.transaction().execute(async transaction => {
		for (const {id, value} of changed)
			await transaction.updateTable('captures').set({value}).where('id', '=', id).execute();
	});
	return changed.length;
}
