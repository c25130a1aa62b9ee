import {missingFlag, toggle} from './flag.ts';

/** "`--confirm`: the command never prompts". */
export const confirmFlag = toggle('Yes, delete it: nothing is asked, and there is no way back');

/** Refuses to go on without `--confirm`; "not needed" in a dry run. */
export function requireConfirm(isConfirmed: boolean, {dryRun}: {dryRun: boolean}): void {
	if (!isConfirmed && !dryRun) throw missingFlag('confirm', ': what is deleted cannot be restored');
}
