import {doctorKey, doctorStore} from '../../source/stores/doctor.ts';
import {serviceStart} from '../../source/stores/start-ways.ts';
import {bind} from '../bind.ts';
import {defineScreen} from '../screen-definition.ts';
import {doctorList, shownChecks} from './doctor-list.ts';

/** Screen 14: the checks of `svc doctor`, each with what to do next. */
export const doctorScreen = defineScreen({
	name: 'doctor',
	title: 'Doctor',
	// Over everything: Esc comes back to where it was asked for.
	depth: 9,
	scope: 'service',
	keys: ['g d'],
	needsKey: false,
	shape: {panes: 'both', headLines: () => 2},
	bindings: [bind('doctor', 'again', ['r'], 'make all checks again', 'check again')],
	starts: {doctor: serviceStart('doctor')},
	sources: dashboard => [dashboard.storeOf(doctorStore).store],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(doctorStore).store.getState();
		return {isLoaded: data !== null, error, count: shownChecks(dashboard).length};
	},
	list: doctorList,
	keep: ({dashboard, persist}, _here, signal) =>
		persist(() => dashboard.storeOf(doctorStore).load(doctorKey, signal), signal).then(() => undefined),
	loadView: async () => (await import('./doctor-view.tsx')).doctorView,
	loadPage: async () => (await import('./doctor-page.ts')).doctorPage,
});
