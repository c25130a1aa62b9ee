// A process of its own for the tests of concurrent and killed writers: writes `count` profiles named after `prefix`.
import process from 'node:process';
import {systemClock} from '../../../source/client/clock.ts';
import {writeProfile} from '../../../source/credentials/credentials-store.ts';

const [path = '', prefix = '', count = '0', keyLength = '0'] = process.argv.slice(2);
// Time stands still, so that none gives up while the others write on a slow machine.
const patient = {now: () => 1_700_000_000_000, sleep: systemClock.sleep};
process.stdout.write('ready\n');
for (let index = 0; index < Number(count); index++) {
	await writeProfile(path, `${prefix}${index}`, {api_key: 'k'.repeat(Number(keyLength))}, patient);
}
