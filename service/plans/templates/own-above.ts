import type {Kind} from '../kinds/kind.ts';
import {ownNameOf} from '../kinds/own-name.ts';
import {withArticle} from '../kinds/names.ts';
import type {Value} from '../recipe.ts';
import type {PlanContext} from './context.ts';
import type {OwnRecord} from './own-record.ts';
import type {OwnRecordOptions} from './recipe-options.ts';

/** The row that needs it. */
type Drafted = {
	readonly context: PlanContext;
	ownRecord(kind: Kind, options: OwnRecordOptions): OwnRecord | null;
};

/**
 * Makes the record that a kind lies below for this row alone, where another one below it may be in the way: "Another sprint
 * of the project is active".
 *
 * @param own what stands in the place of shared records already
 * @param owners gets the record, by the variable in whose place it is named
 */
export function ownAbove(
	draft: Drafted,
	kind: Kind,
	own: ReadonlyMap<string, Value>,
	owners: Map<string, Value>,
): void {
	const {creator, word} = kind;
	const name = creator?.pathParameters.findLast(one => one.name !== ownNameOf(kind))?.name;
	const edge = name === undefined ? undefined : draft.context.api.edgeOf(creator!, `path:${name}`);
	const above = edge?.producer?.borrowed === false ? edge.producer.kind : null;
	if (!edge || !above || above.word === word || own.has(edge.variable) || owners.has(edge.variable)) return;
	const id = `owner_${above.name}`;
	const made = draft.ownRecord(above, {id, variant: id, title: `make ${withArticle(above.noun)} of its own`});
	if (made) owners.set(edge.variable, made.handle);
}
