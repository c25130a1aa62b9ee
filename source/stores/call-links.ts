import type {Calls, ListedCall, ListedGroup} from './calls.ts';
import {memoizeLast} from './memoize.ts';

export type LinkedCall = {call: ListedCall; group: ListedGroup};

/** Who gave a value and who used it. */
export type ValueLink = {name: string; producers: readonly LinkedCall[]; consumers: readonly LinkedCall[]};

/** The calls behind every value, by the id of its variable. */
export const selectCallLinks = () =>
	memoizeLast((data: Calls | null): ReadonlyMap<string, ValueLink> => {
		const links = new Map<string, {name: string; producers: LinkedCall[]; consumers: LinkedCall[]}>();
		const linkOf = (variableId: string, name: string) => {
			const known = links.get(variableId) ?? {name, producers: [], consumers: []};
			links.set(variableId, known);
			return known;
		};
		for (const group of data?.groups ?? [])
			for (const call of [...group.items, ...group.other.items]) {
				for (const {variableId, name} of call.produces) linkOf(variableId, name).producers.push({call, group});
				for (const {variableId, name} of call.uses) linkOf(variableId, name).consumers.push({call, group});
			}
		return links;
	});
