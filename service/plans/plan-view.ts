import {type Category, categories, type ZeroReason} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {categoryLabels, type Estimate, type Plan, type PlanRow, type SubPlan} from '../../contract/plan.ts';
import {nullableTimestamp} from '../domain/timestamp.ts';
import type {EndpointTable} from '../store/cleanup/cleanup-tables.ts';
import {type RowCount, type ShownPlanRow, shownPlace} from '../store/plans/plan-rows.ts';
import type {PlanTable, StoredZeroReason} from '../store/plans/plan-tables.ts';
import {pushTo} from '../domain/push-to.ts';

/** A row as the contract shows it. */
export const rowView = (row: ShownPlanRow): PlanRow => ({
	rowId: row.id,
	proposalId: row.id,
	endpointId: row.endpoint_id,
	endpointPath: row.method === null || row.path === null ? null : `${row.method} ${row.path}`,
	type: row.type,
	feature: row.feature,
	category: row.category,
	template: row.template,
	kind: row.kind,
	title: row.title,
	description: row.description,
	expectedBehavior: row.expected,
	priority: row.priority,
	selected: row.selected === 1,
	phase: row.phase,
	order: shownPlace(row.place),
	captures: JSON.parse(row.captures),
	consumes: JSON.parse(row.consumes),
	steps: row.steps === null ? null : JSON.parse(row.steps),
	shapeSource: row.shape_source,
	edited: row.edited !== '[]',
	testId: row.test_id,
	rev: row.rev,
});

const noPlan = {rows: 0, selected: 0, estimate: {rows: 0, chains: 0, cleanupTests: 0, credits: 0}};

/** A project that was never planned. */
export const planless = (projectId: ProjectId): Plan => ({
	planId: null,
	projectId,
	status: 'none',
	version: 0,
	delta: false,
	lockedAt: null,
	generation: {status: 'idle', errorCode: null, errorMessage: null},
	proposals: [],
	removedRowIds: [],
	categories: [],
	subPlans: [],
	totals: noPlan,
	environment: [],
	credits: {charged: [], balance: null},
});

export type PlanFacts = {
	plan: PlanTable;
	rows: readonly ShownPlanRow[];
	counts: readonly RowCount[];
	endpoints: ReadonlyArray<Pick<EndpointTable, 'id' | 'method' | 'path' | 'family' | 'confirmed'>>;
	/** Rows are only those that changed after this version; 0: all. */
	since: number;
};

const stages = {exploration: 'exploring', strategy: 'strategizing', proposals: 'proposing'} as const;

/** A plan as the contract shows it. */
export function planView({plan, rows, counts, endpoints, since}: PlanFacts): Plan {
	const isMade = plan.status !== 'generating' && plan.status !== 'failed';
	const generation =
		plan.status === 'generating' ? stages[plan.stage ?? 'exploration'] : plan.status === 'failed' ? 'failed' : 'idle';
	return {
		planId: plan.id,
		projectId: plan.project_id,
		status: plan.status,
		version: plan.version,
		delta: since > 0,
		lockedAt: nullableTimestamp(plan.locked_at),
		generation: {
			status: generation,
			...(plan.status === 'generating' ? {progress: {resourcesReady: plan.ready, resourcesTotal: plan.total}} : {}),
			errorCode: plan.error_code,
			errorMessage: plan.error,
		},
		proposals: rows.filter(({removed}) => removed === null).map(rowView),
		removedRowIds: rows.filter(({removed}) => removed !== null).map(({id}) => id),
		categories: categoryTotals(counts),
		subPlans: isMade ? subPlans(plan, counts, endpoints) : [],
		totals: {rows: sum(counts, 'rows'), selected: sum(counts, 'selected'), estimate: estimateOf(counts)},
		environment: JSON.parse(plan.environment),
		credits: {charged: [], balance: null},
	};
}

const sum = (counts: readonly RowCount[], key: 'rows' | 'selected') =>
	counts.reduce((all, one) => all + Number(one[key]), 0);

/** One credit per test: rows, and chains among them. Cleanup is the sweep's, which costs nothing. */
export function estimateOf(counts: readonly RowCount[]): Estimate {
	const of = (kind: RowCount['kind']) =>
		sum(
			counts.filter(one => one.kind === kind),
			'selected',
		);
	const [rows, chains, cleanupTests] = [of('endpoint'), of('integration'), of('cleanup')];
	return {rows, chains, cleanupTests, credits: rows + chains + cleanupTests};
}

function categoryTotals(counts: readonly RowCount[]): Plan['categories'] {
	return categories.flatMap((category: Category) => {
		const own = counts.filter(one => one.category === category);
		return own.length === 0
			? []
			: [{category, label: categoryLabels[category], total: sum(own, 'rows'), selected: sum(own, 'selected')}];
	});
}

function subPlans(plan: PlanTable, counts: readonly RowCount[], endpoints: PlanFacts['endpoints']): SubPlan[] {
	const reasons = new Map((JSON.parse(plan.sub_plans) as StoredZeroReason[]).map(one => [one.endpointId, one]));
	const byEndpoint = new Map<string, RowCount[]>();
	for (const one of counts) if (one.endpoint_id !== null) pushTo(byEndpoint, one.endpoint_id, one);
	return endpoints.map(endpoint => {
		const own = byEndpoint.get(endpoint.id) ?? [];
		const rows = sum(own, 'rows');
		return {
			endpointId: endpoint.id,
			method: endpoint.method,
			path: endpoint.path,
			family: endpoint.family,
			confirmed: endpoint.confirmed === 1,
			rows,
			selected: sum(own, 'selected'),
			zeroReason: rows > 0 ? null : (noteOf(reasons.get(endpoint.id)) ?? removed),
		};
	});
}

const removed = {
	code: 'excluded_by_instruction' as ZeroReason,
	message: 'it has no rows in this plan: they were removed, or it is newer than the plan',
};
const noteOf = (reason: StoredZeroReason | undefined) => reason && {code: reason.code, message: reason.message};
