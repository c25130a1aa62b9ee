import type {Finding, FindingState} from '../../../contract/finding.ts';
import type {AccountId, FindingId, ProjectId} from '../../../contract/ids.ts';
import {
	acceptFinding,
	failFinding,
	getFinding,
	listFindings,
	muteFinding,
	reopenFinding,
} from '../../../contract/routes/findings.ts';
import {giveBody, giveValue} from '../../domain/requirement.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {decideFinding, factsOfFinding, shapesEndpoint} from '../../store/findings/decide-finding.ts';
import {listEndpointPaths} from '../../store/documents/endpoints.ts';
import type {FindingTable} from '../../store/findings/finding-tables.ts';
import * as store from '../../store/findings/findings.ts';
import {requireProjectOf} from '../../store/projects/projects.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

/** Kinds that no decision makes right: "never learned: a 5xx, missing auth". */
const neverAccepted: ReadonlySet<string> = new Set([
	'server_error',
	'auth_open',
	'target_down',
	'input_refused',
	'unstable',
]);

export function findingRoutes(on: On, {database, now, findingDecisions}: Services): void {
	async function find(
		accountId: AccountId,
		{projectId, findingId}: {projectId: ProjectId; findingId: FindingId},
	): Promise<FindingTable> {
		await requireProjectOf('backend', 'Findings', database, accountId, projectId);
		const row = await store.findFinding(database, projectId, findingId);
		if (!row) throw notFound('finding', findingId);
		return row;
	}

	/** Tests change first: when they cannot, nothing is decided. Nobody has to see a muted one; its tests stay as they are. */
	async function decide(row: FindingTable, state: Exclude<FindingState, 'gone'>): Promise<Finding> {
		if (row.state === 'gone') throw isGone(row);
		if (row.state === state) return findingOf(row);
		const change = state === 'muted' ? undefined : await findingDecisions.decide(row, state);
		if (change?.error && !(await shapesAny(row))) throw notChanged(row, change.error);
		const changeSetId = change === undefined ? undefined : (change?.changeSetId ?? null);
		const decided = await decideFinding(database, row, state, now(), changeSetId);
		if (!decided) throw isGone(row);
		return findingOf(decided);
	}

	const shapesAny = async (row: FindingTable): Promise<boolean> =>
		(await factsOfFinding(database, row)).some(({facts}) => shapesEndpoint(facts));

	/** The command that helps where the API refuses a valid request, by endpoint. */
	async function helpOf(projectId: ProjectId, rows: readonly FindingTable[]): Promise<Map<string, string>> {
		const ids = rows.flatMap(({kind, endpoint_ids}) =>
			kind === 'input_refused' ? (JSON.parse(endpoint_ids) as string[]).slice(0, 1) : [],
		);
		const endpoints = ids.length === 0 ? [] : await listEndpointPaths(database, projectId);
		return new Map(
			endpoints.flatMap(({id, method, path}) => {
				if (!ids.includes(id)) return [];
				const sends = method !== 'GET' && method !== 'DELETE';
				const give = sends ? giveBody({method, path}) : giveValue({method, path}, 'query:<field>');
				return [[id, `${give} --project ${projectId}`] as const];
			}),
		);
	}

	const views = async (projectId: ProjectId, rows: readonly FindingTable[]): Promise<Finding[]> => {
		const help = await helpOf(projectId, rows);
		return rows.map(row => {
			const [endpointId = ''] = row.kind === 'input_refused' ? (JSON.parse(row.endpoint_ids) as string[]) : [];
			return {...findingOf(row), help: help.get(endpointId) ?? null};
		});
	};

	on(listFindings, async ({caller, params, query}) => {
		const {projectId} = params;
		await requireProjectOf('backend', 'Findings', database, caller.accountId, projectId);
		const list = `findings ${projectId}`;
		const after = readCursor(list, query, now());
		const rows = await store.listFindings(database, projectId, query);
		const start = after === null ? 0 : rows.findIndex(({id}) => id === after) + 1;
		const kept = rows.slice(start, start + (query.pageSize ?? defaultPageSize));
		const last = kept.at(-1);
		const hasMore = last !== undefined && start + kept.length < rows.length;
		return {
			items: await views(projectId, kept),
			nextToken: hasMore ? writeCursor(list, query, last.id, now()) : null,
		};
	});

	on(getFinding, async ({caller, params}) => {
		const [view] = await views(params.projectId, [await find(caller.accountId, params)]);
		return view!;
	});

	on(acceptFinding, async ({caller, params}) => {
		const row = await find(caller.accountId, params);
		if (neverAccepted.has(row.kind)) throw notAcceptable(row);
		if (row.state !== 'gone' && !(await shapesAny(row)) && !(await findingDecisions.isSeenByTests(row)))
			throw needsPlan(row);
		return decide(row, 'accepted');
	});
	on(failFinding, async ({caller, params}) => decide(await find(caller.accountId, params), 'failing'));
	on(muteFinding, async ({caller, params}) => decide(await find(caller.accountId, params), 'muted'));
	on(reopenFinding, async ({caller, params}) => decide(await find(caller.accountId, params), 'open'));
}

const findingOf = (row: FindingTable): Finding => ({
	findingId: row.id,
	kind: row.kind,
	scope: row.scope,
	endpointIds: JSON.parse(row.endpoint_ids),
	count: row.count,
	title: row.title,
	document: row.document,
	observed: row.observed,
	evidence: JSON.parse(row.evidence),
	state: row.state,
	changeSetId: row.change_set_id,
	firstSeenAt: timestamp(row.first_seen_at),
	lastSeenAt: timestamp(row.last_seen_at),
});

const isGone = ({id, project_id}: FindingTable) =>
	new ServiceError('CONFLICT', 'The difference is no longer seen; there is nothing to decide.', {
		nextAction: `See what there is now: svc finding list --project ${project_id}`,
		details: {reason: 'finding_gone', findingId: id},
	});

const whyNot: Record<string, string> = {
	input_refused:
		'a test that expects a valid request to be refused would be no happy path; an example that works helps',
	unstable: 'what comes and goes cannot be expected',
};

const notAcceptable = ({id, kind, project_id}: FindingTable) =>
	new ServiceError(
		'CONFLICT',
		`A finding of kind ${kind} cannot be accepted: ${whyNot[kind] ?? 'no API is right to do that'}.`,
		{
			nextAction: `Mute it if you know about it: svc finding mute ${id} --project ${project_id}`,
			details: {reason: 'finding_not_acceptable', findingId: id, kind},
		},
	);

const notChanged = ({id, project_id}: FindingTable, error: string) =>
	new ServiceError('CONFLICT', `The tests that show it cannot be changed. ${error}`, {
		nextAction: `See what is in the way, or change the tests in words: svc plan refine --project ${project_id} --text "…"`,
		details: {reason: 'finding_not_changed', findingId: id},
	});

const needsPlan = ({id, project_id}: FindingTable) =>
	new ServiceError(
		'PRECONDITION_FAILED',
		'Accepting this finding changes what tests expect, and no test of a plan expects it yet.',
		{
			nextAction: `Make a plan first (svc test plan generate --project ${project_id}), or mute it: svc finding mute ${id} --project ${project_id}`,
			details: {reason: 'no_plan', findingId: id, command: `svc test plan generate --project ${project_id}`},
		},
	);
