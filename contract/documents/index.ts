import {installedSkills, skillPlaces, skillStateRows} from '../agent-skill.ts';
import {callsView} from '../call.ts';
import {chain, chainPage} from '../chain.ts';
import {edge} from '../edge.ts';
import {page} from '../fields.ts';
import {findingWithCalls} from '../finding.ts';
import {lintReport} from '../lint-report.ts';
import {planFile} from '../plan-file.ts';
import {plan} from '../plan.ts';
import {routes} from '../routes/index.ts';
import {run} from '../run.ts';
import {variablePage} from '../variable.ts';
import {streamedChange} from './batch.ts';
import {shownChangeSet, shownChangeSets} from './plan.ts';
import * as rehearsal from './rehearsal.ts';
import * as runs from './run.ts';
import * as service from './service.ts';
import * as setup from './setup.ts';
import * as tests from './test.ts';
import {tryReport} from './try.ts';
import {answer, line, own, rehearsed, type Variant} from './variant.ts';

const ended = 'the wait ended before the run did';
const inSeconds = '`--dry-run`, `timeout` in seconds';
const alone = 'one test that stands alone, `--wait`';

/** Every command that writes JSON, by its words, with each form of its document. `completion` writes none. */
export const documents: Readonly<Record<string, readonly Variant[]>> = {
	setup: [own(setup.setUp)],
	init: [own(setup.setupSummary)],
	doctor: [own(setup.doctorReport)],
	try: [own(tryReport)],
	'auth status': [own(setup.identity)],
	'auth remove': [own(setup.removedCredentials)],

	'project list': [answer(routes.listProjects)],
	'project get': [answer(routes.getProject)],
	'project create': [answer(routes.createProject)],
	'project update': [answer(routes.updateProject)],
	'project delete': [answer(routes.deleteProject)],
	'project credential': [answer(routes.putCredential)],
	'project auto-auth': [answer(routes.putAutoAuth), answer(routes.testAutoAuthLogin, '`--test-login`')],
	'project cleanup rules': [
		answer(routes.listCleanupRules, '`--list`, or no other flag'),
		answer(routes.createCleanupRule, 'an instruction'),
		answer(routes.deleteCleanupRule, '`--remove`'),
		answer(routes.getCleanupSettings, 'settings'),
	],
	'project cleanup handle': [answer(routes.updateCleanupSettings)],
	'project env list': [answer(routes.listEnvironments)],
	'project env get': [answer(routes.getEnvironment)],
	'project env create': [answer(routes.createEnvironment)],
	'project env update': [answer(routes.updateEnvironment)],
	'project env delete': [answer(routes.deleteEnvironment)],
	'project env set-default': [answer(routes.setDefaultEnvironment)],
	'project mask': [own(setup.maskedFields)],
	'project docs upload': [
		own(setup.readDocument, '`--role api-doc`'),
		answer(routes.createDocument, '`--no-read`, `--role prd`, or a document that could not be recognised'),
	],
	'project docs list': [answer(routes.listDocuments)],
	'project docs delete': [answer(routes.deleteDocument)],

	'test list': [answer(routes.listTests)],
	'test get': [answer(routes.getTest)],
	'test create': [answer(routes.createTest), own(tests.createdAndRun, '`--run`'), own(planFile, '`--plan-template`')],
	'test create-batch': [own(tests.createdBatch), own(tests.createdBatchRuns, '`--run`')],
	'test update': [answer(routes.updateTest)],
	'test delete': [answer(routes.deleteTest)],
	'test delete-batch': [own(tests.deletedTests)],
	'test scaffold': [
		own(planFile),
		own(tests.scaffoldedCode, '`--type backend`'),
		own(tests.writtenScaffold, '`--out`'),
	],
	'test refine': [answer(routes.refineTest), answer(routes.listRefinements, '`--history`')],
	'test lint': [own(lintReport)],
	'test run': [
		answer(routes.triggerRun, 'one test'),
		own(run, 'one test, `--wait`; or one that runs already and is waited for'),
		own(runs.partialRun, `one test, \`--wait\`, ${ended}`),
		own(runs.startedRuns, 'several tests'),
		own(runs.runsOutcome, 'several tests, `--wait`'),
	],
	'test wait': [
		answer(routes.getRun, 'one run'),
		own(runs.partialRun, `one run, ${ended}`),
		own(runs.waitedRuns, 'several runs'),
	],
	'test rerun': [
		answer(routes.rerunTest, 'one test'),
		own(runs.rerunOutcome, 'one test, `--wait`, with what it depends on'),
		own(runs.rerunAlone, alone),
		own(runs.partialRun, `${alone}, ${ended}`),
		own(runs.startedReruns, 'several tests'),
		own(runs.rerunsOutcome, 'several tests, `--wait`'),
	],
	'test flaky': [own(runs.flakyReport)],
	'test cancel': [answer(routes.cancelRun, 'one run'), own(runs.runsCancelled, 'several runs')],
	'test result': [answer(routes.getTestResult), own(runs.readHistory, '`--history`')],
	'test steps': [answer(routes.listTestSteps), own(tests.stepsOfRun, '`--run-id`')],
	'test heal list': [answer(routes.listHeals)],
	'test heal accept': [own(tests.acceptedHeals)],
	'test heal refuse': [own(tests.refusedHeals)],
	'test diff': [own(runs.runDiff)],
	'test open': [own(tests.openedLink)],
	'test failure get': [own(tests.failureBundle), answer(routes.getTestFailure, '`--out -`')],
	'test failure summary': [answer(routes.getTestFailureSummary)],
	'test artifact get': [own(tests.runBundle)],
	'test code get': [own(tests.sourceCode), own(tests.writtenCode, '`--out`')],
	'test code put': [answer(routes.putTestCode)],
	'test plan generate': [answer(routes.generatePlan), answer(routes.getPlan, '`--wait`')],
	'test plan propose': [answer(routes.getSiteDiscovery), own(tests.writtenProposals, '`--out`')],
	'test plan put': [answer(routes.putPlanSteps)],

	'batch list': [answer(routes.listBatches)],
	'batch get': [answer(routes.getBatch)],
	'batch watch': [answer(routes.getBatch), line(streamedChange, '`--stream`, one line for each change')],
	'batch variables': [own(variablePage)],
	'batch calls': [own(callsView)],
	'batch chains': [
		own(chainPage),
		own(chain, '`--chain`'),
		answer(routes.refineChain, '`--refine`'),
		answer(routes.rerunChain, '`--chain`, `--rerun`'),
		own(runs.rerunOutcome, '`--chain`, `--rerun`, `--wait`'),
		own(runs.rerunAlone, `\`--chain\`, \`--rerun\`, \`--wait\`, where its test stands alone`),
		own(runs.partialRun, `the same, ${ended}`),
		answer(routes.rerunProjectChains, '`--rerun`'),
		own(runs.batchOutcome, '`--rerun`, `--wait`'),
	],
	'batch cleanup': [
		answer(routes.getCleanup, 'alone, or after `--wait`'),
		answer(routes.getCleanupPlan, '`--plan`'),
		answer(routes.startCleanup, '`--start`, `--delete`'),
		answer(routes.retryCleanup, '`--retry`'),
		answer(routes.dismissCleanup, '`--dismiss`, `--restore`'),
	],
	'batch cancel': [answer(routes.cancelBatch)],

	'endpoint list': [answer(routes.listEndpoints)],
	'endpoint add': [answer(routes.createEndpoint)],
	'endpoint edit': [answer(routes.updateEndpoint)],
	'endpoint discover': [answer(routes.discoverEndpoints), answer(routes.getDiscovery, '`--wait`')],
	'endpoint edges': [answer(routes.listEdges)],
	'endpoint pin': [answer(routes.setEdge)],
	'endpoint unpin': [answer(routes.setEdge)],
	'endpoint cut': [answer(routes.setEdge)],
	'endpoint rename': [own(page(edge))],
	'endpoint remove': [answer(routes.deleteEndpoint)],

	'finding list': [answer(routes.listFindings)],
	'finding show': [answer(routes.getFinding), own(findingWithCalls, '`--calls`')],
	'finding accept': [answer(routes.acceptFinding)],
	'finding fail': [answer(routes.failFinding)],
	'finding mute': [answer(routes.muteFinding)],
	'finding reopen': [answer(routes.reopenFinding)],

	'plan list': [own(plan)],
	'plan tick': [answer(routes.selectPlanRows)],
	'plan untick': [answer(routes.selectPlanRows)],
	'plan edit': [answer(routes.editPlanRow)],
	'plan add': [own(shownChangeSet)],
	'plan refine': [own(shownChangeSet)],
	'plan settle': [own(shownChangeSet)],
	'plan changes': [own(shownChangeSets), own(shownChangeSet, 'one change set')],
	'plan undo': [own(shownChangeSet)],
	'plan generate': [
		answer(routes.generateTests),
		answer(routes.getGeneration, '`--wait`'),
		own(shownChangeSet, '`--settle`'),
	],

	'schedule list': [answer(routes.listSchedules)],
	'schedule get': [answer(routes.getSchedule)],
	'schedule create': [answer(routes.createSchedule)],
	'schedule update': [answer(routes.updateSchedule)],
	'schedule delete': [answer(routes.deleteSchedule)],
	'schedule run': [answer(routes.runSchedule)],
	'schedule runs': [answer(routes.listScheduleRuns)],

	'testlist list': [answer(routes.listTestLists)],
	'testlist get': [answer(routes.getTestList)],
	'testlist create': [answer(routes.createTestList)],
	'testlist update': [answer(routes.getTestList)],
	'testlist add': [answer(routes.addTestListCases)],
	'testlist remove': [answer(routes.removeTestListCases)],
	'testlist delete': [answer(routes.deleteTestList)],
	'testlist run': [own(runs.startedList), own(runs.runsOutcome, '`--wait`')],

	usage: [own(setup.usage)],
	ui: [rehearsed(setup.dashboardSettings)],
	'keys list': [answer(routes.listKeys)],
	'keys create': [answer(routes.createKey)],
	'keys revoke': [answer(routes.revokeKey)],

	'admin init': [own(service.initialisedService), rehearsed(rehearsal.initSettings)],
	'admin account list': [answer(routes.listAccounts)],
	'admin account create': [answer(routes.createAccount)],
	'admin account disable': [answer(routes.updateAccount)],
	'admin account enable': [answer(routes.updateAccount)],
	'admin account delete': [answer(routes.deleteAccount)],
	'admin member list': [answer(routes.listMembers)],
	'admin member add': [answer(routes.addMember)],
	'admin member role': [answer(routes.updateMember)],
	'admin member remove': [answer(routes.removeMember)],
	'admin rotate-key': [own(service.rotatedKey), rehearsed(rehearsal.rotateSettings)],
	'admin audit': [answer(routes.listAudit)],

	serve: [line(service.readyService, 'once it accepts requests'), rehearsed(rehearsal.serveSettings)],
	worker: [line(service.readyWorker, 'once it takes work'), rehearsed(rehearsal.workerSettings)],
	'service start': [own(service.daemonStatus), own(rehearsal.startSettings, inSeconds)],
	'service stop': [own(service.daemonStatus), own(rehearsal.stopSettings, inSeconds)],
	'service status': [own(service.daemonStatus)],
	'service restore': [own(service.restoredStore), rehearsed(rehearsal.restoreSettings)],
	'service export': [own(service.movedStore), rehearsed(rehearsal.exportSettings)],
	'service import': [own(service.movedStore), rehearsed(rehearsal.importSettings)],
	'service forget-secrets': [own(service.forgottenSecrets), rehearsed(rehearsal.forgetSettings)],
	'service logs': [own(service.serviceLog)],

	'agent install': [own(installedSkills)],
	'agent list': [own(skillPlaces)],
	'agent status': [own(skillStateRows)],
	'ci init github': [own(setup.writtenWorkflow)],
};
