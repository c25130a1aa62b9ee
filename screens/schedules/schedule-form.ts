import type {Schedule, ScheduleTarget} from '../../contract/schedule.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {FormField} from '../../source/stores/ui.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {allSchedules, schedulesStore} from '../../source/stores/schedules.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type CadenceKind, cadenceFields, cadenceKinds, timingOf} from '../../source/view-model/cadence-form.ts';
import {openForm, pickInput, textInput} from '../actions/forms.ts';
import {selectRow} from '../current-list.ts';
import {projectAtHand} from '../go-to.ts';
import {scheduleKey} from './schedule-list.ts';
import {projectsStore} from '../../source/stores/projects.ts';

type Target = {type: ScheduleTarget; id: string; name: string};

/** Targets that a menu offers. */
const offered = 10;

const kindWords: Record<CadenceKind, string> = {
	hourly: 'every few hours',
	daily: 'every day, or every few days',
	weekly: 'on days of the week',
	monthly: 'on a day of the month',
	cron: 'by a cron expression',
};

const targetWords: Record<ScheduleTarget, string> = {project: 'project', testList: 'test list'};

/** Asks what is to be run on a schedule, then how often, then the rest. */
export async function newSchedule(dashboard: Dashboard): Promise<void> {
	const {ui, context} = dashboard;
	const atHand = projectOfPlace(dashboard);
	let shown = atHand ? [atHand] : [];
	const choicesOf = () => shown.map(({id, type, name}) => ({id, label: `${targetWords[type]} ${cleanLine(name)}`}));
	const onChoose = (id: string): void => {
		ui.close();
		const target = shown.find(other => other.id === id);
		if (target) scheduleTarget(dashboard, target);
	};
	// At once with what is known, so that keys typed ahead mean the menu and nothing below it.
	ui.open({
		kind: 'menu',
		title: 'What it runs',
		lines: ['Reading what there is'],
		choices: choicesOf(),
		cursor: 0,
		onChoose,
	});
	const isOpen = (): boolean => {
		const {overlay} = ui.store.getState();
		return overlay?.kind === 'menu' && overlay.onChoose === onChoose;
	};
	try {
		const targets = await findTargets(dashboard, atHand);
		if (!isOpen()) return;
		shown = targets.slice(0, offered);
		const left = targets.length > offered ? ['Not all are listed: svc schedule create takes any by its id.'] : [];
		const none = targets.length === 0 ? ['There is no project and no test list yet.'] : [];
		ui.change('menu', {lines: [...left, ...none], choices: choicesOf()});
	} catch (error) {
		if (isOpen()) ui.close();
		if (!context.ended.aborted) throw error;
	}
}

/** The project at hand, where its name is known. */
function projectOfPlace(dashboard: Dashboard): Target | null {
	const id = projectAtHand(dashboard);
	const {project} = dashboard.tests.store.getState();
	return id !== null && project?.id === id ? {type: 'project', id, name: project.name} : null;
}

/** The project at hand first, then test lists, then the other projects. */
async function findTargets(dashboard: Dashboard, atHand: Target | null): Promise<Target[]> {
	const {session, context} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const {listTestLists} = await import('../../contract/routes/test-lists.ts');
	const [lists] = await Promise.all([
		session.call(listTestLists, {query: {pageSize: offered + 1}, signal: context.ended}),
		projects.store.getState().isComplete ? undefined : projects.load(context.ended),
	]);
	return [
		...(atHand ? [atHand] : []),
		...lists.items.map(({id, name}): Target => ({type: 'testList', id, name})),
		...projects.store
			.getState()
			.projects.filter(({id}) => id !== atHand?.id)
			.map(({id, name}): Target => ({type: 'project', id, name})),
	];
}

/** Asks how often a target is to be run, then the rest. */
export const scheduleTarget = (dashboard: Dashboard, target: Target): void =>
	chooseKind(dashboard, null, kind => openScheduleForm(dashboard, kind, {target}));

export const editSchedule = (dashboard: Dashboard, schedule: Schedule): void =>
	chooseKind(dashboard, schedule, kind => openScheduleForm(dashboard, kind, {schedule}));

function chooseKind({ui}: Dashboard, schedule: Schedule | null, onKind: (kind: CadenceKind) => void): void {
	ui.open({
		kind: 'menu',
		title: 'How often',
		lines: schedule ? [`Now ${cleanLine(schedule.cadenceText)}.`] : [],
		choices: cadenceKinds.map(id => ({id, label: kindWords[id]})),
		cursor: Math.max(0, (cadenceKinds as readonly string[]).indexOf(schedule?.cadence.kind ?? 'daily')),
		onChoose: id => onKind(id as CadenceKind),
	});
}

type Subject = {target: Target; schedule?: undefined} | {schedule: Schedule; target?: undefined};

function openScheduleForm(dashboard: Dashboard, kind: CadenceKind, {target, schedule}: Subject): void {
	const {ui} = dashboard;
	const schedules = dashboard.storeOf(schedulesStore);
	const ofProject = (target?.type ?? schedule?.targetType) === 'project';
	openForm(dashboard, {
		title: schedule ? 'Change the schedule' : `Schedule ${cleanLine(target.name)}`,
		fields: [
			...cadenceFields(kind, schedule ?? null).map(({name, label, value, note}) =>
				textInput(name, label, {value, note}),
			),
			zoneInput(schedule?.timezone ?? machineZone()),
			textInput('name', 'Name', {value: schedule?.name ?? `${target?.name}${kind === 'cron' ? '' : ` ${kind}`}`}),
			textInput('sendTo', 'Mail to', {value: schedule?.sendTo ?? null, note: 'optional, comma-separated'}),
			...(ofProject
				? [textInput('environment', 'Environment', {value: schedule?.environment ?? null, note: 'the default one'})]
				: []),
		],
		async send(values) {
			const {name = '', timezone = '', sendTo, environment} = values;
			const common = {name, timezone, ...timingOf(kind, values)};
			const saved = schedule
				? await schedules.change(schedule.scheduleId, {
						...common,
						sendTo: sendTo || null,
						...(ofProject ? {environment: environment || null} : {}),
					})
				: await schedules.create({
						...common,
						targetType: target.type,
						targetId: target.id,
						...(sendTo ? {sendTo} : {}),
						...(environment ? {environment} : {}),
					});
			showSaved(dashboard, saved);
			ui.toast(`${cleanLine(saved.name)} runs ${cleanLine(saved.cadenceText)}`, 'success');
			return true;
		},
	});
}

/** Puts the cursor on it, where schedules are shown; the list of a project does not have what runs something else. */
function showSaved(dashboard: Dashboard, {scheduleId, targetId}: Schedule): void {
	const {navigation} = dashboard;
	const place = currentPlace(navigation.store.getState());
	if (place.screen !== 'schedules') return;
	const key = scheduleKey(place);
	if (key === allSchedules || key === targetId) selectRow(dashboard, scheduleId);
	else navigation.open({...place, shown: allSchedules}, cursorOn(scheduleId));
}

/** Found by letters of its place. The list of the platform leaves out `UTC`, and old names that a schedule may have. */
function zoneInput(zone: string): FormField {
	const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone]);
	const options = [...names].map(name => ({id: name, label: name}));
	return pickInput('timezone', 'Time zone', options, [zone], {note: 'Europe/Berlin', most: 1});
}

const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
