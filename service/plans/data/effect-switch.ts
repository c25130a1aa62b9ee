import {wordsOf} from '../../inference/word-form.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Json} from '../recipe.ts';

/** Words of switches by which a request does more than it is about: writes over what is there, shows it, sends letters. */
const effects = new Set([
	...['force', 'forced', 'overwrite', 'override', 'publish', 'autopublish', 'unpublish', 'broadcast', 'purge', 'reset'],
	...['notify', 'notification', 'notifications', 'send', 'resend', 'deploy', 'cascade', 'permanent', 'permanently'],
]);
/** Words in front of them by which less is done: `skip_notification`, `suppressEmails`. */
const denials = new Set(['no', 'not', 'skip', 'disable', 'disabled', 'suppress', 'without', 'dont', 'silent', 'mute']);
const trials = /^(?:is)?(?:dryrun|validateonly|onlyvalidate|simulate|noop|testrun)$/;
const least = /^(?:none|never|no|off|false|disabled?|manual|draft|skip|ignore|silent|nobody)$/i;

/**
 * The value of a switch with which a request does nothing that a test could not take back, whatever the document shows as
 * its example; undefined: the field is no such switch.
 */
export function harmlessValue(name: string, {types, enum: options}: SchemaView): Json | undefined {
	const words = wordsOf(name);
	const isEffect = words.some(word => effects.has(word));
	if (types.size === 1 && types.has('boolean')) {
		// A record that is only tried to be made is not there afterwards.
		if (isTrialSwitch(name)) return false;
		if (words.some(word => denials.has(word)) && (isEffect || words.some(word => /^e?mails?$/.test(word)))) return true;
		return isEffect ? false : undefined;
	}
	return isEffect ? options?.find(one => typeof one === 'string' && least.test(one)) : undefined;
}

/** Whether nothing is done at all where a switch is on: `dryRun`, `validate_only`. */
export const isTrialSwitch = (name: string): boolean => trials.test(wordsOf(name).join(''));
