import type {Part, Target} from '../../source/plan-language/reading.ts';
import {readStep} from '../../source/plan-language/read-step.ts';
import {agrees, decideHeal} from '../../service/browser/heal/decide.ts';
import {fingerprintOf} from '../../service/browser/heal/fingerprint.ts';
import {flatten} from '../../service/browser/page/flatten.ts';
import type {Look} from '../../service/browser/page/look.ts';
import {resolvePart} from '../../service/browser/resolve/resolve-part.ts';
import {buildLocator, namedPlacesOf} from '../../service/browser/script/build-locator.ts';
import {locate} from '../../service/browser/script/locate.ts';
import type {RecordedDrift} from './looks.ts';

const options = {testIdAttributes: [], expand: (text: string) => text};

/** What a rerun does with the element that was saved before the change. */
export type DriftOutcome = {
	did: 'used' | 'repaired' | 'refused';
	/** It is the same thing, or rightly refused. */
	isRight: boolean;
	told: string;
};

/** Saves the element of a recorded drift as a first run does, and looks for it after the change as a rerun does. */
export async function replayDrift(drift: RecordedDrift): Promise<DriftOutcome> {
	const [before, after] = [flatten(drift.before), flatten(drift.after)];
	const target = await targetOf(drift, before);
	const places = target ? namedPlacesOf(target, options.expand) : {row: drift.row, section: drift.section};
	const fingerprint = fingerprintOf(before, drift.target, places);
	const locator = buildLocator(before, drift.target, target, options)?.locator ?? null;
	const isCovered = (index: number) => drift.covered?.includes(index) === true;
	const isRight = (index: number | null) => index === drift.expected;
	const name = (index: number) => `${after.elements[index]!.role} "${after.elements[index]!.name}"`;

	const located = locator ? (locate(after, locator) ?? []) : [];
	const [only] = located;
	if (located.length === 1 && only !== undefined && agrees(fingerprint, after, only)) {
		// What is covered is found, and cannot be acted on.
		if (isCovered(only)) return {did: 'refused', isRight: isRight(null), told: `${name(only)} is covered`};
		return {did: 'used', isRight: isRight(only), told: name(only)};
	}
	const decision = await decideHeal(fingerprint, after, {
		use: drift.isAssertion ? 'other_assertion' : 'action',
		hit: async index => (isCovered(index) ? 'covered' : 'itself'),
		refused: [],
		locatorOf: () => null,
	});
	if ('index' in decision)
		return {did: 'repaired', isRight: isRight(decision.index), told: `${name(decision.index)} ${decision.score}`};
	const nearest = decision.nearest.map(one => `${one.role} "${one.name}" ${one.score} ${one.why}`).join(' · ');
	return {did: 'refused', isRight: isRight(null), told: `${decision.reason}; ${nearest}`};
}

/** The target of the step, if the step is read and means this element. */
async function targetOf(drift: RecordedDrift, look: Look): Promise<Target | null> {
	const read = readStep({type: drift.isAssertion ? 'assertion' : 'action', description: drift.step});
	if (!('readings' in read)) return null;
	for (const {parts} of read.readings) {
		const resolved = await resolvePart(parts[0] as Part, look, options, async () => 'itself').catch(() => null);
		const found = resolved && 'elements' in resolved ? resolved.elements.find(one => one.index === drift.target) : null;
		if (found) return found.target;
	}
	return null;
}
