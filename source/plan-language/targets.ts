import {simpleTarget} from './names.ts';
import type {Scope, Target} from './reading.ts';
import {scopesAfter} from './scopes.ts';
import type {Token} from './tokens.ts';

/**
 * Every way in which these tokens name one element: with scopes split off, and, where a preposition may belong to a name,
 * without. Empty: they name none, or words of grammar are left over.
 */
export function targetsOf(tokens: readonly Token[], outer: Scope[] = []): Target[] {
	const found: Target[] = [];
	const add = (target: Target | null) => {
		if (target) found.push({...target, scopes: [...target.scopes, ...outer]});
	};
	const cuts = scopesAfter(tokens);
	if (!cuts.some(({isCertain}) => isCertain)) add(simpleTarget(tokens));
	for (const {head, scopes, isCertain} of cuts) {
		const target = simpleTarget(head);
		if (!target) continue;
		for (const scope of scopes) add({...target, scopes: scope});
		// Whatever follows is part of this scope.
		if (isCertain) break;
	}
	return unique(found);
}

/** The first way to understand them; null: none. */
export const targetOf = (tokens: readonly Token[], outer: Scope[] = []): Target | null =>
	targetsOf(tokens, outer)[0] ?? null;

function unique(targets: Target[]): Target[] {
	const seen = new Set<string>();
	return targets.filter(target => {
		const key = JSON.stringify(target);
		return !seen.has(key) && seen.add(key);
	});
}
