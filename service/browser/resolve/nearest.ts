import type {Operation, Target} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import {isInteractive} from '../page/roles.ts';
import {bigramOverlap, hasWords} from '../page/words.ts';
import {isBehindModal} from './behind-modal.ts';
import {isCandidate} from './candidates.ts';
import {placeOf, shownRole, shownName, type Told} from './describe.ts';
import {labelScore, labelsOf, nameScore} from './label-score.ts';
import {roleFit} from './role-words.ts';
import type {ScopeFilter} from './scope.ts';

export type Nearest = Told & {score: number; why: string};

/** The three that come nearest to what was not found, each with why it is not it. */
export function nearestOf(
	target: Target,
	op: Operation,
	look: Look,
	{testIdAttributes}: {testIdAttributes: string[]},
	scopes: ScopeFilter,
): Nearest[] {
	const {phrase, role} = target;
	const rate = (label: string) => Math.max(nameScore(phrase, label), bigramOverlap(phrase, label) * 0.9);
	const shown: Nearest[] = look.elements.flatMap(element => {
		if (element.ref === null || element.box === null || isBehindModal(look, element.index)) return [];
		const alike = Math.max(
			labelScore(phrase, element, testIdAttributes).score,
			...labelsOf(element).map(({text, factor}) => rate(text) * factor),
		);
		const fitsRole = role === null || roleFit(role, element) !== 'other';
		const score = alike * (fitsRole ? 1 : 0.8) * (isInteractive(element) ? 1 : 0.9);
		if (score < 0.35) return [];
		const why = !scopes.isInside(element.index)
			? scopes.rows.length > 0
				? 'other row'
				: 'elsewhere'
			: !fitsRole
				? `no ${role}`
				: !isCandidate(look, element, op)
					? `nothing to ${op.replaceAll('_', ' ')}`
					: 'another name';
		const name = shownName(look, element);
		// What a person cannot call by anything is no help.
		return hasWords(name)
			? [{role: shownRole(element), name, place: placeOf(look, element)?.words ?? null, score, why}]
			: [];
	});
	const hidden: Nearest[] = look.hidden.flatMap(one => {
		const score = rate(one.name);
		return score < 0.5 ? [] : [{...one, place: null, score, why: 'hidden'}];
	});
	return [...shown, ...hidden]
		.sort((one, other) => other.score - one.score)
		.slice(0, 3)
		.map(one => ({...one, score: Math.round(Math.min(one.score, 1) * 100) / 100}));
}
