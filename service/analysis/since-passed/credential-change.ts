import type {CredentialMode} from '../../../contract/enums.ts';
import type {FixTarget} from '../../../contract/result.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {credentialOf, isWrongInItself} from '../credential.ts';
import type {CredentialState, FailedRun, PassedRun} from '../facts.ts';
import {environment} from '../fix-target.ts';
import {signInWords} from '../sign-in-words.ts';
import type {Difference} from './answer-difference.ts';

/** Answers by which an API says something about who asks; some say 404 of what one may not see. */
const aboutCredentials = [401, 403, 404, 419];

const words: Record<CredentialMode, string> = {
	static: 'a stored credential',
	auto_auth: 'a login before each batch',
	none: 'no credential',
};

/** The call carried no credential, or another one, than when the test last passed. */
export function credentialChange(
	run: FailedRun,
	passed: PassedRun,
	call: RecordedCall,
	earlier: RecordedCall | null,
): Difference | null {
	const [now, then] = [run.setUp.credential, passed.setUp.credential];
	const header = earlier && credentialOf(earlier);
	const other =
		now.mode === then.mode ? '' : `; the project now has ${words[now.mode]}, it had ${words[then.mode]} then`;
	if (header && !credentialOf(call))
		return {
			kind: 'credential',
			text: `It carried no \`${header}\`, which the same request had when the test last passed${other}.`,
			fix: environment(
				'authentication of the project',
				now.mode === 'none' && then.mode === 'auto_auth'
					? 'Its login is off: see how it is set (svc project get <project-id>), then store a password that is accepted, which turns it on again (svc help project auto-auth).'
					: 'The credential that it used to send is not sent any more: see what is stored (svc project get <project-id>), then store it again: svc project credential <project-id> --type <auth-type> --credential-file <credential-file>',
			),
		};
	// A login says by itself who asks.
	if (!aboutCredentials.includes(call.status ?? 0) || signInWords(call)) return null;
	if (now.mode !== then.mode)
		return {
			kind: 'credential',
			text: `The project now has ${words[now.mode]}; it had ${words[then.mode]} when the test last passed.`,
			fix: fixOfNewWay(call, now, then),
		};
	if (now.setAt === null || then.setAt === null || now.setAt === then.setAt) return null;
	return {
		kind: 'credential',
		text: `The ${now.mode === 'auto_auth' ? 'login' : 'credential'} of the project was replaced after the test last passed${now.type === null ? '' : `; the one stored now is of type ${now.type}`}.`,
		fix: isWrongInItself(now, call)
			? null
			: environment(
					'authentication of the project',
					'Check the one stored now: svc project get <project-id> shows which it is.',
				),
	};
}

/** `401` says that nobody knows who asks, which no right mends; null: what is stored is wrong in itself, as the rules say. */
function fixOfNewWay(call: RecordedCall, now: CredentialState, then: CredentialState): FixTarget | null {
	if (isWrongInItself(now, call)) return null;
	const advice =
		call.status === 401
			? `The API does not accept what it is sent now: go back to ${words[then.mode]}, or store what it accepts (svc project get <project-id> shows what is set).`
			: 'Check whether the new way to authenticate may do the same.';
	return environment('authentication of the project', advice);
}
