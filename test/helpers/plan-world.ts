import type {ChangeSet} from '../../contract/change-set.ts';
import type {Edge, EdgeInput} from '../../contract/edge.ts';
import type {Endpoint} from '../../contract/endpoint.ts';
import type {Finding} from '../../contract/finding.ts';
import type {Generation} from '../../contract/generation.ts';
import {categoryLabels, type Plan, type PlanRow, type PlanSelectionInput} from '../../contract/plan.ts';
import {sampleRecipe} from '../../contract/samples/plans.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from './shop-world.ts';
import type {WireWorld} from './wire-world.ts';

const at = '2026-01-31T09:00:00.000Z';

export const samplePlanRow = (fields: Partial<PlanRow> & Pick<PlanRow, 'rowId'>): PlanRow => ({
	proposalId: fields.rowId,
	endpointId: 'ep_1',
	endpointPath: 'POST /users',
	type: 'backend',
	feature: '/users',
	category: 'functional',
	template: 'create',
	kind: 'endpoint',
	title: 'creates a user who can be read back',
	description: 'Sends every field.',
	expectedBehavior: 'Create a user: answers 201 (document).',
	priority: 'p1',
	selected: true,
	phase: 'normal',
	order: 1,
	captures: [],
	consumes: [],
	steps: null,
	shapeSource: 'document',
	edited: false,
	testId: null,
	rev: 1,
	...fields,
});

export const sampleEndpoint = (fields: Partial<Endpoint> & Pick<Endpoint, 'endpointId'>): Endpoint => ({
	method: 'POST',
	path: '/users',
	family: '/users',
	summary: 'Create a user',
	origin: 'document',
	confirmed: true,
	unconfirmedReason: null,
	requestShape: {contentType: null, path: [], query: [], headers: [], body: null, sample: null},
	responseShape: {statuses: [201], body: null, observed: false},
	drift: [],
	auth: {required: true, authType: null},
	deleteEndpointId: null,
	planRows: 1,
	createdAt: at,
	updatedAt: at,
	...fields,
});

export const sampleEdge = (fields: Partial<Edge> & Pick<Edge, 'edgeId'>): Edge => ({
	consumerEndpointId: 'ep_2',
	consumerEndpointPath: 'GET /users/{userId}',
	place: 'path:userId',
	producer: {
		endpointId: 'ep_1',
		endpointPath: 'POST /users',
		pointer: '$.id',
		score: 0.7,
		reason: 'it stands behind /users',
	},
	variable: 'user_id',
	score: 0.7,
	state: 'inferred',
	guessed: true,
	ambiguous: true,
	confirmed: false,
	reason: 'it stands behind /users',
	alternatives: [
		{
			endpointId: 'ep_3',
			endpointPath: 'POST /carts',
			pointer: '$.userId',
			score: 0.65,
			reason: 'a cart names its user',
		},
	],
	environmentKey: null,
	...fields,
});

export const sampleFinding = (fields: Partial<Finding> & Pick<Finding, 'findingId'>): Finding => ({
	kind: 'status',
	scope: 'endpoint',
	endpointIds: ['ep_1'],
	count: 1,
	title: '200 documented, 204 answered: DELETE /users/{userId}',
	document: '200',
	observed: '204',
	evidence: [{callId: 'cal_1', runId: null}],
	state: 'open',
	changeSetId: null,
	firstSeenAt: at,
	lastSeenAt: at,
	...fields,
});

/** Three endpoints of two families, five rows, a chain, a guessed edge. */
const sampleRows = (): PlanRow[] => [
	samplePlanRow({rowId: 'row_1', captures: ['user_id'], order: 1}),
	samplePlanRow({rowId: 'row_2', title: 'refuses a user without email', category: 'error_edge', order: 2}),
	samplePlanRow({rowId: 'row_3', title: 'refuses an unreadable body', category: 'error_edge', phase: 'late', order: 3}),
	samplePlanRow({
		rowId: 'row_4',
		endpointId: 'ep_2',
		endpointPath: 'GET /users/{userId}',
		title: 'reads the user that was asked for',
		consumes: ['user_id'],
		order: 4,
	}),
	samplePlanRow({rowId: 'row_5', endpointId: null, kind: 'integration', title: 'A user lives', order: 5}),
];

const sampleEndpoints = (): Endpoint[] => [
	sampleEndpoint({endpointId: 'ep_1'}),
	sampleEndpoint({
		endpointId: 'ep_2',
		method: 'GET',
		path: '/users/{userId}',
		summary: 'Read a user',
		confirmed: false,
	}),
	sampleEndpoint({endpointId: 'ep_3', path: '/carts', family: '/carts', summary: 'Open a cart'}),
];

type Body = Record<string, unknown>;

/** A world that keeps a plan, as the service does: versions, ticks, edges, findings, and the making of tests. */
export class PlanWorld {
	readonly world: WireWorld;
	rows = sampleRows();
	endpoints = sampleEndpoints();
	edges = [sampleEdge({edgeId: 'edg_1'})];
	/** Places that are listed with their endpoint only: plain data. */
	plainPlaces: Edge[] = [];
	findings = [sampleFinding({findingId: 'fnd_1'})];
	status: Plan['status'] = 'draft';
	version = 1;
	generation: Generation | null = null;
	discovery = 'idle';
	/** What was sent to change something. */
	readonly sent: Array<[route: string, body: Body]> = [];

	constructor() {
		this.world = createWorld({count: 3});
		const {answers} = this.world;
		answers['getPlan'] = async ({params, query, signal}) => {
			if (params['projectId'] !== 'prj_1') return planless(String(params['projectId']));
			const since = Number(query['since'] ?? 0);
			while (query['waitSeconds'] !== undefined && this.version <= since) await this.news(signal);
			return this.plan(since);
		};
		answers['generatePlan'] = ({body}) => {
			this.sent.push(['generatePlan', body]);
			this.change(() => {
				this.status = 'draft';
				this.rows = this.rows.map(row => ({...row, rev: this.version}));
			});
			return {
				status: 'accepted',
				projectId: 'prj_1',
				planId: 'pln_1',
				stage: 'exploration',
				stagesRemaining: 3,
				enqueuedAt: at,
			};
		};
		answers['selectPlanRows'] = ({body}, headers) => {
			this.check(headers, ['selectPlanRows', body]);
			const {selected, rowIds, category, endpointId} = body as PlanSelectionInput;
			this.edit(row => {
				const isMeant =
					(rowIds === undefined || rowIds.includes(row.rowId)) &&
					(category === undefined || row.category === category) &&
					(endpointId === undefined || row.endpointId === endpointId);
				return isMeant ? {...row, selected} : row;
			});
			return {changed: 1, selectedTotal: this.rows.filter(row => row.selected).length, version: this.version};
		};
		answers['editPlanRow'] = ({params, body}, headers) => {
			this.check(headers, ['editPlanRow', body]);
			this.edit(row => (row.rowId === params['rowId'] ? {...row, ...body, edited: true} : row));
			return this.rows.find(({rowId}) => rowId === params['rowId']);
		};
		answers['movePlanRow'] = ({params, body}, headers) => {
			this.check(headers, ['movePlanRow', body]);
			const beside = this.rows.find(({rowId}) => rowId === (body['after'] ?? body['before']));
			const order = (beside?.order ?? 0) + (body['after'] === undefined ? -0.5 : 0.5);
			this.edit(row => (row.rowId === params['rowId'] ? {...row, order: Math.ceil(order)} : row));
			return this.rows.find(({rowId}) => rowId === params['rowId']);
		};
		answers['addPlanRow'] = ({body}, headers) => {
			this.check(headers, ['addPlanRow', body]);
			const row = samplePlanRow({rowId: 'row_9', template: 'custom', order: 9, ...body});
			this.change(() => {
				this.rows = [...this.rows, {...row, rev: this.version}];
			});
			return row;
		};
		answers['deletePlanRow'] = ({params}, headers) => {
			this.check(headers, ['deletePlanRow', {}]);
			this.change(() => {
				this.rows = this.rows.filter(({rowId}) => rowId !== params['rowId']);
				this.removed.push(params['rowId'] ?? '');
			});
			return {rowId: params['rowId'], deletedAt: at};
		};
		answers['getPlanRowRecipe'] = () => sampleRecipe;
		answers['listEndpoints'] = () => ({items: this.endpoints, nextToken: null});
		answers['createEndpoint'] = ({body}) => {
			this.sent.push(['createEndpoint', body]);
			const made = sampleEndpoint({endpointId: 'ep_9', origin: 'manual', ...body});
			this.endpoints = [...this.endpoints, made];
			this.change(() => undefined);
			return made;
		};
		answers['updateEndpoint'] = ({params, body}) => {
			this.sent.push(['updateEndpoint', body]);
			this.endpoints = this.endpoints.map(one => (one.endpointId === params['endpointId'] ? {...one, ...body} : one));
			return {...this.endpoints.find(({endpointId}) => endpointId === params['endpointId']), changeSet: null};
		};
		answers['listEdges'] = ({query}) => {
			const of = query['endpointId'];
			const items = of === undefined ? this.edges : [...this.edges, ...this.plainPlaces];
			return {items: of === undefined ? items : items.filter(one => one.consumerEndpointId === of), nextToken: null};
		};
		answers['setEdge'] = ({params, body}) => {
			this.sent.push(['setEdge', body]);
			const plain = this.plainPlaces.find(({edgeId}) => edgeId === params['edgeId']);
			if (plain) this.edges = [...this.edges, plain];
			this.edges = this.edges.map(edge => (edge.edgeId === params['edgeId'] ? corrected(edge, body) : edge));
			this.change(() => undefined);
			return this.edges.find(({edgeId}) => edgeId === params['edgeId']);
		};
		answers['listFindings'] = () => ({items: this.findings, nextToken: null});
		const states = {acceptFinding: 'accepted', failFinding: 'failing', muteFinding: 'muted', reopenFinding: 'open'};
		for (const [route, state] of Object.entries(states))
			answers[route] = ({params}) => {
				this.sent.push([route, {}]);
				this.findings = this.findings.map(one => (one.findingId === params['findingId'] ? {...one, state} : one));
				return this.findings.find(({findingId}) => findingId === params['findingId']);
			};
		answers['listChangeSets'] = () => ({
			items: this.changeSets.map(set => ({...set, changes: []})),
			nextToken: null,
		});
		answers['getChangeSet'] = ({params}) =>
			this.changeSets.find(({changeSetId}) => changeSetId === params['changeSetId']);
		answers['refinePlan'] = ({body}) => {
			this.sent.push(['refinePlan', body]);
			const set = this.understand(String(body['text']), (body['rowIds'] ?? null) as string[] | null);
			this.changeSets = [set, ...this.changeSets];
			return set;
		};
		answers['applyChangeSet'] = ({params, body}) => {
			this.sent.push(['applyChangeSet', body]);
			const only = body['only'] as string[] | undefined;
			const set = this.putSet(params['changeSetId'], 'applied');
			const meant = new Map(set.changes.map(({rowId, after}) => [rowId, after]));
			this.edit(row => ((only ?? [row.rowId]).includes(row.rowId) ? (meant.get(row.rowId) ?? row) : row));
			return set;
		};
		answers['undoChangeSet'] = ({params}) => {
			this.sent.push(['undoChangeSet', {}]);
			const set = this.putSet(params['changeSetId'], 'undone');
			const before = new Map(set.changes.map(change => [change.rowId, change.before]));
			this.edit(row => before.get(row.rowId) ?? row);
			return set;
		};
		answers['discardChangeSet'] = ({params}) => {
			this.sent.push(['discardChangeSet', {}]);
			return this.putSet(params['changeSetId'], 'discarded');
		};
		answers['getDiscovery'] = () => ({
			discoveryId: null,
			version: 1,
			status: this.discovery,
			progress: {documents: 1, endpointsFound: 3, endpointsProbed: 0, endpointsTotal: 3},
			families: 2,
			endpoints: 3,
			unconfirmed: 1,
			changes: {added: 0, changed: 0, removed: 0},
			changeList: {added: [], changed: [], removed: []},
			requirements: 0,
			warnings: [],
			errorMessage: null,
			startedAt: null,
			finishedAt: null,
		});
		answers['discoverEndpoints'] = ({body}) => {
			this.sent.push(['discoverEndpoints', body]);
			this.discovery = 'done';
			if (this.endpoints.length === 0) this.endpoints = sampleEndpoints();
			return {discoveryId: 'dsc_1', status: 'queued', enqueuedAt: at, warnings: []};
		};
		answers['listGenerations'] = () => ({
			items: this.generation ? [{...this.generation, items: []}] : [],
			nextToken: null,
		});
		answers['getGeneration'] = async ({query, signal}) => {
			const since = Number(query['since'] ?? 0);
			while (query['waitSeconds'] !== undefined && (this.generation?.version ?? 0) <= since) await this.news(signal);
			return this.generation;
		};
		answers['generateTests'] = ({body}) => {
			this.sent.push(['generateTests', body]);
			const rows = this.rows.filter(row => row.selected);
			this.generation = {
				generationId: 'gen_1',
				projectId: 'prj_1',
				planId: 'pln_1',
				version: 1,
				delta: false,
				status: 'generating',
				total: rows.length,
				ready: 0,
				rejected: 0,
				items: rows.map(({rowId, title, kind}) => ({
					rowId,
					testId: `tst_${rowId}`,
					title,
					kind,
					status: 'queued',
					attempt: 1,
					rejection: null,
					charged: 0,
					refunded: 0,
					rev: 1,
				})),
				credits: {held: rows.length, charged: 0, refunded: 0},
				startedAt: at,
				finishedAt: null,
			};
			this.change(() => {
				this.status = 'locked';
			});
			const estimate = {rows: rows.length, chains: 0, cleanupTests: 0, credits: rows.length};
			const credits = {held: rows.length, balance: null};
			const rowIds = rows.map(({rowId}) => rowId);
			return {
				generationId: 'gen_1',
				planId: 'pln_1',
				lockedAt: at,
				acceptedCount: rows.length,
				rowIds,
				estimate,
				credits,
			};
		};
		answers['cancelGeneration'] = () => {
			this.sent.push(['cancelGeneration', {}]);
			this.make({status: 'cancelled'});
			return this.generation;
		};
	}

	/** Change sets, newest first. */
	changeSets: ChangeSet[] = [];

	/** What a sentence comes to here: the priority that it names, for the rows that it is about. */
	private understand(text: string, rowIds: string[] | null): ChangeSet {
		const priority = /p[0-3]/.exec(text)?.[0];
		if (priority === undefined)
			throw new ApiError('UNSUPPORTED', 'The sentence was not understood.', {
				nextAction: 'Nearest forms: make checkout p0.',
				details: {feature: 'natural_language'},
			});
		const rows = this.rows.filter(({rowId}) => rowIds === null || rowIds.includes(rowId));
		return {
			changeSetId: `chg_${this.changeSets.length + 1}`,
			version: 1,
			kind: 'refine',
			source: 'words',
			text,
			status: 'ready',
			baseVersion: this.version,
			appliedVersion: null,
			reply: `${rows.length} rows: priority ${priority}`,
			changes: rows.map(row => ({
				rowId: row.rowId,
				kind: 'changed',
				before: row,
				after: {...row, priority},
				fields: ['priority'],
				reason: 'the sentence says so',
				codeDiff: '--- a\n+++ b\n@@ -1 +1 @@\n-assert status == 200\n+assert status == 201',
			})),
			counts: {added: 0, removed: 0, changed: rows.length},
			errorMessage: null,
			createdAt: at,
			appliedAt: null,
		};
	}

	private putSet(id: string | undefined, status: string): ChangeSet {
		this.changeSets = this.changeSets.map(set =>
			set.changeSetId === id ? {...set, status, version: set.version + 1} : set,
		);
		const set = this.changeSets.find(({changeSetId}) => changeSetId === id);
		if (!set) throw new Error(`There is no change set ${id}`);
		return set;
	}

	private readonly removed: string[] = [];
	private readonly waiting = new Set<() => void>();

	/** A change that somebody makes: a new version, which wakes who waits for one. */
	change(work: () => void): void {
		this.version++;
		work();
		this.wake();
	}

	/** Changes rows; those that differ carry the new version. */
	edit(update: (row: PlanRow) => PlanRow): void {
		this.change(() => {
			this.rows = this.rows
				.map(row => {
					const after = update(row);
					return after === row ? row : {...after, rev: this.version};
				})
				.sort((one, other) => one.order - other.order);
		});
	}

	/** The making of tests goes on. */
	make(change: Partial<Generation>): void {
		if (!this.generation) return;
		this.generation = {...this.generation, ...change, version: this.generation.version + 1};
		this.wake();
	}

	private wake(): void {
		for (const look of [...this.waiting]) look();
	}

	private news(signal: AbortSignal | undefined): Promise<void> {
		return new Promise((resolve, reject) => {
			const look = () => {
				this.waiting.delete(look);
				resolve();
			};
			this.waiting.add(look);
			signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
		});
	}

	private check(headers: Record<string, string>, change: [string, Body]): void {
		this.sent.push(change);
		if (headers['if-match'] !== String(this.version))
			throw new ApiError('PRECONDITION_FAILED', `The plan is at version ${this.version}.`, {
				details: {currentVersion: this.version},
			});
	}

	private plan(since: number): Plan {
		const isMade = this.status !== 'none';
		const shown = isMade ? this.rows : [];
		const categories = [...new Set(shown.map(({category}) => category))];
		return {
			planId: isMade ? 'pln_1' : null,
			projectId: 'prj_1',
			status: this.status,
			version: this.version,
			delta: since > 0,
			lockedAt: null,
			generation: {status: 'idle', errorCode: null, errorMessage: null},
			proposals: shown.filter(({rev}) => since === 0 || rev > since),
			removedRowIds: since > 0 ? this.removed : [],
			categories: categories.map(category => ({
				category,
				label: (categoryLabels as Record<string, string>)[category] ?? category,
				total: shown.filter(row => row.category === category).length,
				selected: shown.filter(row => row.category === category && row.selected).length,
			})),
			subPlans: (isMade ? this.endpoints : []).map(({endpointId, method, path, family, confirmed}) => {
				const own = shown.filter(row => row.endpointId === endpointId);
				return {
					endpointId,
					method,
					path,
					family,
					confirmed,
					rows: own.length,
					selected: own.filter(row => row.selected).length,
					zeroReason:
						own.length > 0
							? null
							: {code: 'auth_pattern_missing', message: 'every probe was refused: give the project a credential'},
				};
			}),
			totals: {
				rows: shown.length,
				selected: shown.filter(row => row.selected).length,
				estimate: {rows: 0, chains: 0, cleanupTests: 0, credits: 0},
			},
			environment: [],
			credits: {charged: [], balance: null},
		};
	}
}

/** A project that has no plan: a website, for example. */
const planless = (projectId: string): Plan => ({
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
	totals: {rows: 0, selected: 0, estimate: {rows: 0, chains: 0, cleanupTests: 0, credits: 0}},
	environment: [],
	credits: {charged: [], balance: null},
});

function corrected(edge: Edge, input: EdgeInput): Edge {
	const {state = edge.state, producerEndpointId, pointer, variable, value} = input;
	const chosen = edge.alternatives.find(({endpointId}) => endpointId === producerEndpointId);
	return {
		...edge,
		state,
		...(variable === undefined ? {} : {variable, renamed: true}),
		...(input.state === 'inferred' ? {renamed: false} : {}),
		...(chosen ? {producer: {...chosen, pointer: pointer ?? chosen.pointer}, score: 1, ambiguous: false} : {}),
		...(state === 'cut' ? {producer: null, score: 0, value} : {}),
	};
}
