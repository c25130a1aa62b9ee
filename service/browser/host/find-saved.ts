import type {ScriptElement} from '../../../contract/script.ts';
import type {Target} from '../../../source/plan-language/reading.ts';
import {agrees, decideHeal, type HealDecision, type HealUse} from '../heal/decide.ts';
import type {Look} from '../page/look.ts';
import {buildLocator} from '../script/build-locator.ts';
import {Deadline} from './deadline.ts';
import {describe, type Found, foundAt, optionsOf, told} from './find.ts';
import {locatedOn} from './located.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';

/** A page may still be building up: an element is not taken for gone before this. */
const healAfterMs = 3000;

export type Healed = Pick<Extract<HealDecision, {index: number}>, 'score' | 'margin' | 'evidence'>;

/** What was saved, what the step calls it, what it is for, and the repairs that a person refused. */
export type Wanted = {element: ScriptElement; target: Target; use: HealUse; refused: ScriptElement['locator'][]};

/** Looks for one saved element, look by look: where its locator gives it, else its one clear heir. */
export type SavedSearch = {
	on(look: Look): Promise<{index: number; healed: Healed | null} | null>;
	/** Why it was not found by now. */
	told(): {message: string; nearest: Array<{role: string; name: string; score: number; why: string}>};
};

export function searchSaved(session: Session, {element, target, use, refused}: Wanted): SavedSearch {
	const {locator, fingerprint} = element;
	const began = performance.now();
	const patience = new Deadline(Math.min(healAfterMs, session.job.stepTimeoutMs / 3));
	let decision: HealDecision | null = null;
	let state = 'gone';
	return {
		async on(look) {
			const indexes = await locatedOn(session, look, locator);
			const [index] = indexes;
			if (indexes.length === 1 && index !== undefined && agrees(fingerprint, look, index)) return {index, healed: null};
			state =
				indexes.length === 0
					? 'gone'
					: indexes.length > 1
						? `one of ${indexes.length} that fit`
						: 'another element now';
			if (!session.job.autoHeal || !patience.isOver) return null;
			decision = await decideHeal(fingerprint, look, {
				use,
				hit: session.hitTest(look, true),
				refused,
				locatorOf: candidate => buildLocator(look, candidate, target, optionsOf(session))?.locator ?? null,
			});
			if (!('index' in decision)) return null;
			const {index: heir, ...healed} = decision;
			return {index: heir, healed};
		},
		told() {
			const refusal = decision && 'reason' in decision ? decision : null;
			const nearest = refusal?.nearest ?? [];
			const list = nearest.map(one => `${one.role} "${one.name}" (${one.score.toFixed(2)}, ${one.why})`).join(' · ');
			const why = refusal ? `; not repaired: ${refusal.reason}` : session.job.autoHeal ? '' : '; repairs are off';
			const seconds = ((performance.now() - began) / 1000).toFixed(1);
			return {
				nearest,
				message: `${fingerprint.role} "${fingerprint.name}" is ${state} on ${session.page.url()} (${seconds} s)${why}${list ? `; nearest: ${list}` : ''}`,
			};
		},
	};
}

/** Looks until it is there. Throws `StepFailed`: it is gone, and why nothing was taken for it. */
export async function findSaved(session: Session, wanted: Wanted): Promise<{found: Found; healed: Healed | null}> {
	const search = searchSaved(session, wanted);
	const result = await session.until(async look => {
		const seen = await search.on(look);
		return seen && {...seen, look};
	});
	const name = describe(wanted.target);
	if (result === null) throw new StepFailed({case: 'not_found', target: name, ...search.told()});
	const found = foundAt(session, result.look, result.index);
	session.say(
		`${name}: ${told(found.element)} by ${result.healed ? `its fingerprint (${result.healed.evidence.join(', ')})` : 'its saved locator'}`,
	);
	return {found, healed: result.healed};
}
