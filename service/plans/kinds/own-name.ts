import type {PlanOperation} from '../model/operation.ts';
import type {Schemas} from '../model/schema.ts';
import type {Kind} from './kind.ts';

/**
 * The parameter by which a PUT names the record that it makes; null: the API gives its name. Who sends it chooses the name:
 * one that is there would overwrite somebody else's record.
 */
export const ownNameOf = ({origin, parameter}: Pick<Kind, 'origin' | 'parameter'>): string | null =>
	origin === 'put' ? (parameter ?? 'id') : null;

/** The same by the operation that makes records; operations that make none, or choose no name, are not in it. */
export const ownNames = (kinds: readonly Kind[]): ReadonlyMap<PlanOperation, string> =>
	new Map(
		kinds.flatMap(kind => {
			const name = ownNameOf(kind);
			return kind.creator === null || name === null ? [] : [[kind.creator, name] as const];
		}),
	);

/** Whether the name of a record is one of a few that a document lists: below one parent there is one of each. */
export const isOfFew = (schemas: Schemas, kind: Kind): boolean => {
	const name = ownNameOf(kind);
	const parameter = kind.creator?.pathParameters.find(one => one.name === name);
	return parameter !== undefined && schemas.view(parameter.schema).enum !== null;
};
