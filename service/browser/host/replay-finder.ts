import type {ScriptStep} from '../../../source/contract/script.ts';
import type {PlanRecord} from './plan-record.ts';
import type {Session} from './session.ts';
import type {StepFinder} from './step-finder.ts';

export function replayFinder(_session: Session, _record: PlanRecord, _entry: ScriptStep): StepFinder {
	throw new Error('not yet');
}
