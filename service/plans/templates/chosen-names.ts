import {scalarValue} from '../data/scalar.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {ownNameOf} from '../kinds/own-name.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {SchemaView} from '../model/schema.ts';
import {isSameValue, type Value} from '../recipe.ts';

/** How many names are made up before the last one is taken for what cannot differ. */
const mostTurns = 4;

/** The names that a row gives to the records which a PUT makes, another one for each of them. */
export class ChosenNames {
	readonly #api: ApiModel;
	readonly #seed: string;
	/** Names by the operation that makes the records, and by what tells these apart. */
	readonly #chosen = new Map<PlanOperation, Map<string, Value>>();

	/** @param seed of the row */
	constructor(api: ApiModel, seed: string) {
		this.#api = api;
		this.#seed = seed;
	}

	/** Whether a parameter of an operation names the record that it makes. */
	isOwn(operation: PlanOperation, name: string): boolean {
		const kind = this.#api.kindMadeBy(operation);
		return kind !== undefined && ownNameOf(kind) === name;
	}

	/**
	 * The name of a record that an operation makes; null: every name that it may have is that of another record of the row.
	 *
	 * @param variant what tells the record from others of the row
	 */
	of(operation: PlanOperation, name: string, variant: string): Value | null {
		const chosen = this.#chosen.get(operation) ?? new Map<string, Value>();
		this.#chosen.set(operation, chosen);
		const known = chosen.get(variant);
		if (known) return known;
		const view = this.#api.schemas.view(operation.pathParameters.find(one => one.name === name)?.schema);
		const isFree = (value: Value) => ![...chosen.values()].some(one => isSameValue(one, value));
		const free = namesOf(name, view, `${this.#seed} ${variant} ${name}`).find(isFree) ?? null;
		if (free) chosen.set(variant, free);
		return free;
	}
}

/** Names that a record may have: those that the document lists, or a few made up. */
const namesOf = (name: string, view: SchemaView, seed: string): Value[] =>
	view.enum === null
		? Array.from({length: mostTurns}, (_, turn) => (turn === 0 ? seed : `${seed} ${turn}`)).flatMap(
				own => scalarValue(/id$/i.test(name) ? 'key' : 'slug', view, own) ?? [],
			)
		: view.enum.map((value): Value => ({is: 'literal', value: value as never}));
