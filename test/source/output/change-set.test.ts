import {expect, it} from 'vitest';
import {type Settled, settledText} from '../../../contract/settled.ts';
import {changeSetSamples} from '../../../contract/samples/change-sets.ts';
import {changeSet} from '../../../source/output/text/change-sets.ts';
import {plainLook} from '../../../source/output/look.ts';

const refused = (endpoint: string, said: string, command: string): Settled => ({
	endpoint,
	accepted: null,
	tried: [],
	neededHelp: {endpoint, said, command},
});
const credential = 'svc project credential p1 --type <auth-type> --credential-file <credential-file>';
const body = `svc endpoint edit "POST /a" --sample-body '<body>'`;

it('says of each request what it is that helps, and of a 5xx that the API is at fault', () => {
	expect(settledText(refused('POST /a', '403 "no"', credential))).toBe(
		`POST /a needs your help: it answers 403 "no". Give the project a credential that may do it: ${credential}`,
	);
	expect(settledText(refused('POST /a', '422 "no"', body))).toBe(
		`POST /a needs your help: it answers 422 "no". Give an example that it accepts: ${body}`,
	);
	expect(settledText(refused('POST /a', '500 "oops"', body))).toBe(
		`POST /a answers 500 "oops" to all that was tried, a fault of the API. Its tests go on with an example that it accepts: ${body}`,
	);
});

it('shows a reply about several requests one line each', () => {
	const set = {...changeSetSamples.getChangeSet({}), choices: undefined};
	expect(changeSet({...set, reply: 'one.\ntwo.'}, plainLook)).toContain('\nreply:\n  one.\n  two.\n');
	expect(changeSet({...set, reply: 'one.'}, plainLook)).toContain('\nreply: one.\n');
});
