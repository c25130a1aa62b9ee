import type {ScriptElement} from '../../../source/contract/script.ts';
import type {Target} from '../../../source/plan-language/reading.ts';
import type {Found} from './find.ts';
import type {Session} from './session.ts';

/** The element as a script saves it; null: nothing names it alone. */
export async function saveElement(
	_session: Session,
	_found: Found,
	_slot: string,
	_target: Target,
	saved: ScriptElement | null,
): Promise<ScriptElement | null> {
	return saved;
}
