import type {ScriptStep} from '../../../source/contract/script.ts';
import {describeParts} from '../../../source/plan-language/describe.ts';
import type {Part} from '../../../source/plan-language/reading.ts';
import {findPart, findTarget} from './find.ts';
import type {PlayedPart, PlanRecord} from './plan-record.ts';
import type {Session} from './session.ts';
import type {StepFinder} from './step-finder.ts';

/** Plays what was saved of a step, without reading its text. */
export function replayFinder(session: Session, _record: PlanRecord, entry: ScriptStep): StepFinder {
	const parts = entry.parts.map(({part}) => part as unknown as Part);
	const kept = (place: number): PlayedPart => ({...entry.parts[place]!});
	return {
		opensPage: parts[0]?.op === 'goto',
		hasHealed: false,
		read: async () => ({line: describeParts(parts), note: null, parts}),
		elements: async (place, part) => ({elements: await findPart(session, part), entry: kept(place)}),
		more: (_entry, _slot, target, op) => findTarget(session, target, op),
		observed: async place => kept(place),
		plain: place => kept(place),
	};
}
