import type {PlanId} from '../../../contract/ids.ts';
import {isWritingRead} from '../../inference/writing-read.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {type PlannedEdge, usable} from '../kinds/candidate.ts';
import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import {
	isBelowCommand,
	isChange,
	isCommand,
	isDoing,
	isLogin,
	isOwnAccount,
	isRemoval,
	isSetting,
} from '../model/meaning.ts';
import type {PlanOperation} from '../model/operation.ts';

/** What a plan is made from. */
export type PlanSettings = {
	planId: PlanId;
	/** Seed of the plan: the same document and seed give the same rows. */
	seed: string;
	/** Keys of the environment variables that have a value. */
	environment: ReadonlySet<string>;
	/** Whether calls carry a credential of the project. */
	hasCredential: boolean;
};

export type PlanContext = PlanSettings & {
	/** How little requests hold beside what is required: 0 a few fields more, 1 the name of a record, 2 nothing. */
	brevity: 0 | 1 | 2;
	api: ApiModel;
	/** Whether a record of this kind can be made: its creator is safe and everything it needs can be had. */
	canMake(kind: Kind): boolean;
	/** Whether a value of a place can be had. */
	canFeed(edge: PlannedEdge): boolean;
	/**
	 * The list that lends a record in the place of one that cannot be made, because its creator refuses every body that was
	 * tried; null: there is none.
	 */
	lender(edge: PlannedEdge): PlanOperation | null;
	/** Why an operation is never called with an effect; null: it is safe. */
	unsafe(operation: PlanOperation): string | null;
	/** Values that consumers take from an operation's answer, beside the handle of what it makes. */
	wanted(operation: PlanOperation): ReadonlyArray<{variable: string; pointer: string}>;
};

export function planContext(api: ApiModel, settings: PlanSettings): PlanContext {
	const made = new Map<Kind, boolean>();
	const wantedOf = new Map<PlanOperation, Array<{variable: string; pointer: string}>>();
	for (const {producer, variable} of api.edges) {
		if (producer === null || producer.borrowed) continue;
		const list = wantedOf.get(producer.operation) ?? [];
		if (!list.some(one => one.variable === variable)) list.push({variable, pointer: producer.pointer});
		wantedOf.set(producer.operation, list);
	}
	// Every template of every operation asks, and the answer looks through all operations.
	const reasons = new Map<PlanOperation, string | null>();
	const unsafe = (operation: PlanOperation): string | null => {
		const known = reasons.get(operation);
		if (known !== undefined) return known;
		const reason = unsafeReason(api, operation);
		reasons.set(operation, reason);
		return reason;
	};
	const asked = new Set<PlanOperation>();

	function canMake(kind: Kind): boolean {
		const known = made.get(kind);
		if (known !== undefined) return known;
		// A circle of needs cannot be made.
		made.set(kind, false);
		const {creator, handle} = kind;
		const can =
			creator !== null &&
			handle !== null &&
			unsafe(creator) === null &&
			api.edgesOf(creator).every(edge => !edge.required || canFeed(edge));
		made.set(kind, can);
		return can;
	}

	function canFeed(edge: PlannedEdge): boolean {
		const {producer} = edge;
		if (edge.state === 'cut' && edge.value !== undefined) return true;
		if (producer === null || producer.score < usable)
			return edge.environmentKey === null || settings.environment.has(edge.environmentKey);
		if (producer.borrowed) return canBorrow(producer.operation);
		return producer.kind ? canMake(producer.kind) : unsafe(producer.operation) === null;
	}

	/** An answer can be asked for when its own path needs nothing that cannot be had; a circle of needs cannot. */
	function canBorrow(shown: PlanOperation): boolean {
		if (asked.has(shown) || unsafe(shown) !== null) return false;
		asked.add(shown);
		const can = api.edgesOf(shown).every(edge => !edge.required || canFeed(edge));
		asked.delete(shown);
		return can;
	}

	function lender({producer}: PlannedEdge): PlanOperation | null {
		const kind = producer?.kind;
		if (!kind?.creator?.endpoint.body?.isRefused || !kind.list || kind.listHandle === null) return null;
		return formOf(api.schemas, kind.list).form === 'list' && canBorrow(kind.list) ? kind.list : null;
	}

	return {
		...settings,
		brevity: 0,
		api,
		canMake,
		canFeed,
		lender,
		unsafe,
		wanted: operation => wantedOf.get(operation) ?? [],
	};
}

/** Operations that may harm what no test has made: they get no rows. They can be added by hand. */
function unsafeReason(api: ApiModel, operation: PlanOperation): string | null {
	const {endpoint, method, path} = operation;
	if (method === 'GET' && isWritingRead(path, [endpoint.operationId, endpoint.summary]))
		return 'its name says that it does more than read, although it is a GET';
	if (method === 'GET' || isLogin(operation, api.schemas)) return null;
	if (isOwnAccount(operation)) return 'it acts on the caller’s own account, settings, invitations, mails or payments';
	if (isCommand(operation)) return 'it is a command over more than one record';
	if (isRemoval(operation) && !isOnOwn(api, operation)) return 'it takes away records that no test has made';
	const made = api.kindMadeBy(operation);
	if (isDoing(operation) && !made?.deleter && !actsOnOwn(api, operation))
		return 'what it does leaves the API, costs money or cannot be put back, and it does it to no record of a test';
	if (method === 'POST' && !made?.deleter && isBelowBorrowed(api, operation))
		return 'it adds to a record that no test has made, and nothing can take that back';
	const isKept = made !== undefined && (made.reader ?? made.deleter) !== null;
	const shown = api.operations.find(one => one.method === 'GET' && one.shape === operation.shape) ?? null;
	if (!isKept && isSetting(operation, api.schemas, shown)) return 'it changes a setting of the whole service';
	if (operation.pathParameters.length > 0) return null;
	if (!made?.deleter && isBelowCommand(operation)) return 'it is a command over more than one record';
	const isUnnamed = method === 'POST' ? !isKept && replaces(api, operation) : bulkField(api, operation) === null;
	return isUnnamed ? 'it changes or deletes without naming a record' : null;
}

/** A POST that puts something in the place of what is there: it is called so, or a DELETE of its own path takes it away. */
const replaces = (api: ApiModel, operation: PlanOperation): boolean =>
	isChange(operation) || api.operations.some(one => one.method === 'DELETE' && one.shape === operation.shape);

/** Whether a record in the path can be one that a test has made, so that what is done is done to it. */
const actsOnOwn = (api: ApiModel, operation: PlanOperation): boolean =>
	operation.pathParameters.some(({name}) => {
		const producer = api.edgeOf(operation, `path:${name}`)?.producer;
		return producer != null && !producer.borrowed && producer.kind?.creator != null;
	});

/** Whether the records in the path are such as a test can only take out of a list. */
const isBelowBorrowed = (api: ApiModel, operation: PlanOperation): boolean => {
	const {name} = operation.pathParameters.at(-1) ?? {};
	if (name === undefined || actsOnOwn(api, operation)) return false;
	return api.edgeOf(operation, `path:${name}`)?.producer?.borrowed === true;
};

/** Whether the last record in the path can be one that a test has made. */
function isOnOwn(api: ApiModel, operation: PlanOperation): boolean {
	const {name} = operation.pathParameters.at(-1) ?? {};
	const producer = name === undefined ? null : api.edgeOf(operation, `path:${name}`)?.producer;
	return producer != null && !producer.borrowed;
}

/** The field of a body that lists the records a bulk operation acts on: `keys`, `ids`; null: it is no bulk operation. */
export function bulkField(api: ApiModel, {endpoint, pathParameters}: PlanOperation): string | null {
	if (pathParameters.length > 0 || endpoint.body === null) return null;
	const {properties} = api.schemas.view(endpoint.body.schema);
	return ['keys', 'ids'].find(name => api.schemas.view(properties.get(name)).types.has('array')) ?? null;
}
