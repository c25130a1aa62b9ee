import type {ScriptElement} from '../../../source/contract/script.ts';
import type {Target} from '../../../source/plan-language/reading.ts';
import type {Found} from './find.ts';
import type {Session} from './session.ts';

export async function saveElement(
	_s: Session,
	_f: Found,
	_slot: string,
	_t: Target,
	saved: ScriptElement | null,
): Promise<ScriptElement | null> {
	return saved;
}
