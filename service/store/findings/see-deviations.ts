import type {FindingKind} from '../../../contract/finding.ts';
import type {EndpointId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Evidence} from '../../domain/group-deviations.ts';
import type {StoreTransaction} from '../database.ts';
import type {DeviationFacts, SeenExpectation} from './finding-tables.ts';

/** A difference that a test has just seen. */
export type SeenByTest = {
	endpointId: EndpointId;
	kind: FindingKind;
	difference: string;
	document: string | null;
	observed: string;
	evidence: Evidence;
	expectation: SeenExpectation;
};

export type TestReport = {
	projectId: ProjectId;
	testId: TestId;
	environment: string;
	looks: ReadonlyArray<{endpointId: EndpointId; kind: FindingKind}>;
	seen: readonly SeenByTest[];
	/** The test came to its end: what it saw before and does not see now is gone. */
	isComplete: boolean;
};

/** Stores which differences a test sees now. One that no test sees any more is gone; findings are grouped later. */
export async function seeDeviations(transaction: StoreTransaction, report: TestReport, now: number): Promise<void> {
	const {projectId, testId, environment, looks, seen, isComplete} = report;
	for (const {endpointId, kind} of looks)
		await transaction
			.insertInto('deviation_looks')
			.values({project_id: projectId, endpoint_id: endpointId, kind, looked_at: now})
			.onConflict(conflict => conflict.columns(['project_id', 'endpoint_id', 'kind']).doUpdateSet({looked_at: now}))
			.execute();
	const isOwn = (one: SeenExpectation) => one.testId === testId && one.environment === environment;
	if (isComplete) {
		const known = await transaction
			.selectFrom('deviations')
			.selectAll()
			.where('project_id', '=', projectId)
			.where('facts', 'like', `%${testId}%`)
			.execute();
		for (const row of known) {
			const facts = JSON.parse(row.facts) as DeviationFacts;
			const left = (facts.expectations ?? []).filter(one => !isOwn(one));
			const at = transaction
				.updateTable('deviations')
				.set({facts: JSON.stringify({...facts, expectations: left})})
				.where('project_id', '=', projectId)
				.where('endpoint_id', '=', row.endpoint_id)
				.where('kind', '=', row.kind)
				.where('difference', '=', row.difference);
			await at.execute();
		}
	}
	for (const {endpointId, kind, difference, document, observed, evidence, expectation} of seen) {
		const before = await transaction
			.selectFrom('deviations')
			.select(['facts', 'evidence'])
			.where('project_id', '=', projectId)
			.where('endpoint_id', '=', endpointId)
			.where('kind', '=', kind)
			.where('difference', '=', difference)
			.executeTakeFirst();
		const facts = (before ? JSON.parse(before.facts) : {}) as DeviationFacts;
		const others = (facts.expectations ?? []).filter(
			one => !isOwn(one) || one.step !== expectation.step || one.assert !== expectation.assert,
		);
		const shown = before ? (JSON.parse(before.evidence) as Evidence[]) : [];
		const changing = {
			document,
			observed,
			facts: JSON.stringify({...facts, expectations: [...others, expectation]}),
			evidence: JSON.stringify([evidence, ...shown.filter(one => one.runId !== evidence.runId)].slice(0, 3)),
			last_seen_at: now,
		};
		await transaction
			.insertInto('deviations')
			.values({...changing, project_id: projectId, endpoint_id: endpointId, kind, difference, first_seen_at: now})
			.onConflict(conflict =>
				conflict.columns(['project_id', 'endpoint_id', 'kind', 'difference']).doUpdateSet(changing),
			)
			.execute();
	}
	if (isComplete)
		await transaction
			.deleteFrom('deviations')
			.where('project_id', '=', projectId)
			.where('facts', 'like', '%"expectations":[]%')
			.where('facts', 'not like', '%"answer":%')
			.where('facts', 'not like', '%"authRequired":%')
			.execute();
}

/** Ids of the endpoints of a project by `METHOD /path`. */
export async function endpointsOf(
	transaction: StoreTransaction,
	projectId: ProjectId,
	operations: ReadonlyArray<{method: string; path: string}>,
): Promise<ReadonlyMap<string, {id: string; isUnconfirmed: boolean}>> {
	const paths = [...new Set(operations.map(({path}) => path))];
	if (paths.length === 0) return new Map();
	const rows = await transaction
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'confirmed', 'edited'])
		.where('project_id', '=', projectId)
		.where('path', 'in', paths)
		.execute();
	return new Map(rows.map(row => [`${row.method} ${row.path}`, {id: row.id, isUnconfirmed: isOpen(row)}]));
}

/** Whether nothing has confirmed an endpoint yet, and nobody has said that it is to stay so. */
const isOpen = ({confirmed, edited}: {confirmed: number; edited: string}): boolean =>
	confirmed === 0 && !(JSON.parse(edited) as string[]).includes('confirmed');

/** All endpoints of a project with whether an answer would confirm them. */
export async function listConfirmations(transaction: StoreTransaction, projectId: ProjectId) {
	const rows = await transaction
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'base_path', 'confirmed', 'edited'])
		.where('project_id', '=', projectId)
		.execute();
	return rows.map(row => ({
		id: row.id,
		method: row.method as string,
		path: row.path,
		basePath: row.base_path,
		isUnconfirmed: isOpen(row),
	}));
}

/** Marks endpoints as confirmed: a test was answered there as it should be. */
export async function confirmEndpoints(transaction: StoreTransaction, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await transaction
		.updateTable('endpoints')
		.set({confirmed: 1, unconfirmed_reason: null})
		.where('id', 'in', ids)
		.execute();
}
