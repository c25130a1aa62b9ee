import type {DoctorReport} from '../../contract/documents/setup.ts';
export type CheckStatus = 'ok' | 'warn' | 'fail';

/** One line of `doctor`. */
type Check = {name: string; status: CheckStatus; detail: string};

/** A check, and what a person does next where it is not ok: a command, or a sentence. */
export type Inspection = Check & {next: string | null};

/** Checks as `doctor` reports them, with their failures and warnings counted. */
export function doctorReport(inspections: readonly Inspection[]): DoctorReport {
	const count = (status: CheckStatus) => inspections.filter(check => check.status === status).length;
	const checks = inspections.map(({name, status, detail}) => ({name, status, detail}));
	return {checks, failures: count('fail'), warnings: count('warn')};
}
