import {counted} from '../../source/view-model/counted.ts';
import {doctorKey, doctorStore} from '../../source/stores/doctor.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {doctorReport} from '../../source/view-model/doctor-report.ts';
import type {Page, Reader} from '../reader.ts';
import {shownChecks} from './doctor-list.ts';

/** The checks in words, each with what to do next. */
export function doctorPage({dashboard}: Reader): Page {
	const doctor = dashboard.storeOf(doctorStore);
	if (doctor.store.getState().data === null) return {lines: ['Checking.'], choices: []};
	const checks = shownChecks(dashboard);
	const {failures, warnings} = doctorReport(checks);
	return {
		lines: [
			`Doctor: ${failures} failed, ${warnings} to look at, ${counted(checks.length, 'check')}.`,
			...checks.map(({name, status, detail, next}) =>
				cleanLine(`${status.toUpperCase()} ${name}: ${detail}${next === null ? '' : `. Next: ${next}`}`),
			),
		],
		choices: [{label: 'Check again', do: () => doctor.load(doctorKey, dashboard.context.ended)}],
	};
}
