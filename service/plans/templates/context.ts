import type {PlanId} from '../../../contract/ids.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {type PlannedEdge, usable} from '../kinds/candidate.ts';
import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {unsafeReason} from './unsafe-reason.ts';

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
