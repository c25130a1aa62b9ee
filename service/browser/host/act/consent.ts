import {consentOf} from '../../resolve/consent.ts';
import {DeadlineError, within} from '../deadline.ts';
import {told} from '../find.ts';
import type {Session} from '../session.ts';

const patienceMs = 3000;

/**
 * Closes a consent banner that is in the way, once per run: by its control that rejects, else that closes, else that
 * accepts; the project may prefer to accept, or to leave it. Answers whether it did.
 */
export async function closeConsent(session: Session): Promise<boolean> {
	const {consent} = session.job.settings;
	if (session.consentHandled || consent === 'leave') return false;
	const look = await session.look();
	const banner = consentOf(look);
	if (!banner) return false;
	const order =
		consent === 'accept' ? (['accept', 'close', 'reject'] as const) : (['reject', 'close', 'accept'] as const);
	const index = order.map(answer => banner[answer]).find(one => one !== null) ?? null;
	if (index === null) return false;
	session.consentHandled = true;
	try {
		await within(patienceMs, 'closing the consent banner', session.locator(look, index).click({timeout: patienceMs}));
	} catch (error) {
		if (error instanceof DeadlineError) return false;
		return false;
	}
	session.note(`a consent banner was in the way and was closed with ${told(look.elements[index]!)}`);
	return true;
}
