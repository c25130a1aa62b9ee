import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {recordNouns} from '../words.ts';
import {holding, isField, isFile, isQuoted, isThing} from './guards.ts';

export const kind =
	'(message|text|error|error message|success message|warning|notification|toast|banner|notice|alert|note|hint|tooltip|label|info|information|line|words|sentence|info message|validation message|confirmation|heading|bubble|status message|reply)';

export const reading =
	'(saying|reading|stating|with|with the text|with the words|that says|that reads|which says|which reads|containing|telling me|:|that it says)';

export const comes =
	'(appears|is shown|shows up|pops up|comes up|is displayed|is visible|turns up|shows|is there|is present|appeared|is on the page|is given|is raised|is shown to the user|is displayed to the user|gets shown|gets displayed|should appear|should be shown|should be displayed|should be visible|must appear|should show up|should pop up|should come up|has appeared)';

export const page =
	'(it|the page|page|the screen|screen|the site|the app|the application|the system|the website|system|app|application)';

export const says =
	'(says|reads|shows|displays|states|tells|tells me|should say|should read|should show|should display|must say|must show|must read|now says|now shows|now reads|still says|still shows|will show|will say|has to say|has to show|gives|reports|prints)';

export const who = '(i|we|you|the user|user|the customer|customer|the visitor|they|one|people|the tester|he|she)';

export const text = holding({text: isQuoted});

export const element = holding({thing: isThing});

export const field = holding({field: isField});

/** `Bob's status is Inactive`: what a record says, and no control. */
const isOwned = (tokens: readonly Token[]) =>
	tokens.some(({kind, text, lower}) => kind === 'word' && (lower === 'of' || /^\p{Lu}.*['’]s$/u.test(text)));

/** `The user "Bob"`. */
const isNamedRecord = (tokens: readonly Token[]): boolean =>
	tokens.at(-1)!.kind === 'quoted' && tokens.slice(0, -1).some(({lower}) => recordNouns.has(lower));

const thereAreNo =
	'(there are|there were|there should be|there must be|i see|we see|you see|verify there are|there is|there was|there should not be|there must not be) (no|any|no new|not any)';

/** Every way to say that something is in view, gone, on, off, empty or where one is. */
export const claiming: Rewording[] = [
	...when(
		'assertion',
		[
			"[i|we|you|they] [would|'d] (expect|expects|want|wants|like|need|wish|i'd expect|we'd expect|i'd like|we'd like|i'd want|would expect|would like) {subject} to {predicate}",
		],
		'{subject} should {predicate}',
		({subject}) => isThing(subject!),
	),
	// Enabled, disabled
	...when(
		'assertion',
		[
			`${who} (can not|cannot|can no longer|may not|could not|is not able to|are not able to|am not able to|should not be able to|must not be able to) (click|press|use|tap|push|hit) [on] {thing} [yet|any more|anymore|now|at this point]`,
			'it (is|should be|must be) (not possible|impossible) to (click|press|use|tap) [on] {thing} [yet|any more|anymore]',
			'it (should not|must not|may not) be possible to (click|press|use|tap) [on] {thing} [yet]',
			'{thing} (can not|cannot|can no longer|may not|could not) be (clicked|pressed|used|tapped|activated) [yet|any more|anymore|at this point]',
			'{thing} (can not|cannot|can no longer|could not) be (selected|chosen|picked|booked|ticked|checked|submitted) [yet|any more|anymore|at this point]',
			'{thing} (is|appears|looks|gets|turns|becomes|stays|remains|should be|must be|was|has been) [shown] [as] (grey|gray|greyed out|grayed out|greyed|grayed|dimmed|unclickable|not clickable|inactive|not available for clicking|disabled|locked)',
			'clicking [on] {thing} is (not possible|impossible)',
			'{thing} (does not|should not) (react|respond) to (clicks|a click|clicking)',
			'{thing} should not be (active|enabled|clickable)',
		],
		'{thing} is disabled',
		// `Dan Fox is inactive` says how a record is.
		({thing}) =>
			isThing(thing!) &&
			!isOwned(thing!) &&
			!isNamedRecord(thing!) &&
			!(thing!.length > 1 && thing!.every(token => isCapital(token))),
	),
	...when(
		'assertion',
		['{thing} is not active'],
		'{thing} is disabled',
		({thing}) => isThing(thing!) && thing!.at(-1)!.lower !== 'tab',
	),
	...when(
		'assertion',
		[
			`${who} (can|can now|may|is able to|are able to|am able to|should be able to|should now be able to|could) (click|press|use|tap|push|hit) [on] {thing} [again|now]`,
			'it (is|should be|must be) possible to (click|press|use|tap) [on] {thing} [again|now]',
			'{thing} (can|can now|may|could) be (clicked|pressed|used|tapped|selected|chosen|picked|booked|ticked|checked|submitted) [again|now]',
			'{thing} (is|should be) no longer (disabled|greyed out|grayed out|grey)',
			'{thing} is not (disabled|greyed out|grayed out) [any more|anymore]',
			'{thing} should (no longer|not) be (disabled|greyed out)',
			'{thing} (gets|becomes|turns|has been|should become) (enabled|clickable|available for clicking)',
			'{thing} is active again [for clicks]',
			'{thing} (has to be|must be|needs to be|should be) (clickable|clickable again|enabled again)',
		],
		'{thing} is enabled',
		element,
	),
	// Ticked
	...when(
		'assertion',
		[
			'{thing} (has|shows|should have|carries|must have) (a|the) (tick|checkmark|check mark|check) [in it|next to it|set]',
			'{thing} (gets|becomes|comes|comes up|starts|starts off|starts out|has been|was) (checked|ticked) [by default]',
			'(there is|there should be|there must be) (a|the) (tick|checkmark|check mark) (in|next to|at|beside|on|in front of) {thing}',
			'the (tick|checkmark|check mark) is (set|there) (at|in|next to) {thing}',
			'{thing} (is|should be) (set|set to on|already ticked|pre-ticked|preticked|prechecked|pre-checked|ticked already)',
		],
		'{thing} is checked',
		element,
	),
	...when(
		'assertion',
		[
			'{thing} (has|shows|should have) no (tick|checkmark|check mark|check) [in it|next to it]',
			'{thing} (does not|should not) have a (tick|checkmark) [in it]',
			'(there is|there should be|there must be) no (tick|checkmark|check mark) (in|next to|at|beside|on|in front of) {thing}',
			'{thing} (must not|may not|should not) be (ticked|checked)',
			'{thing} is not (ticked|checked) [any more|anymore|by default]',
			'{thing} (is|should be) no longer (ticked|checked)',
		],
		'{thing} is not checked',
		element,
	),
	...when(
		'assertion',
		[
			'{thing} (gets|becomes|comes|comes up|starts|starts off|starts out|has been|was) (unchecked|unticked) [by default]',
			'{thing} (ought to|has to|should) be (unticked|unchecked)',
		],
		'{thing} is unchecked',
		element,
	),
	// Empty, focus, required, read-only, folded
	...when(
		'assertion',
		[
			'{field} (has|holds|contains|shows) (no|nothing|no value|no content|no text|no entry|no input|nothing at all) [in it|yet|any more]',
			'{field} (does not|should not) (contain|have|hold|show) (anything|any text|any value|a value) [in it]',
			'{field} (is|was|has been|should be|gets|must be) (cleared|emptied|left empty|left blank|left unfilled|cleared again|empty again)',
			'{field} (comes up|starts|starts off|starts out|comes|stays|remains|turns up|opens) (empty|blank|unfilled)',
			'{field} (:|=|->) (empty|blank|nothing)',
			'{field} (empty|blank)',
			'(nothing|no text|no value) (is|stands|should be|is entered|is filled in|is shown) [entered] in {field}',
			'(there is|there should be|there must be|there stands) (nothing|no text|no value|no entry) [written|entered|left] in {field}',
			'{field} has to be (empty|blank)',
		],
		'{field} is empty',
		field,
	),
	...when(
		'assertion',
		[
			'{field} (has|gets|receives|should have|must have|should get|has received|got) [the] [keyboard|input] (focus|cursor) [in it]',
			'[the] [keyboard|text|input] (focus|cursor|caret) (is|is set|is placed|is positioned|is blinking|blinks|stands|sits|stays|lands|moves|moved|has moved|goes|jumps|jumped|should be|must be|should move|is moved|is put|is now|should jump|rests|ends up|remains|should land|should stay) (on|in|to|into|at) {field}',
			'[the] (focus|cursor) (on|in) {field}',
			'{field} is active for typing',
			'{field} is ready for typing',
		],
		'{field} is focused',
		field,
	),
	...when(
		'assertion',
		[
			'{field} (can not|cannot|can no longer|may not|must not|should not) be (edited|changed|modified|altered|editable|changeable|typed into|filled in|overwritten) [any more|anymore]',
			`${who} (can not|cannot|can no longer|may not|should not be able to|is not able to) (edit|change|modify|alter|type into|type in|overwrite|write in) {field}`,
			'it (is|should be) (not possible|impossible) to (edit|change|modify|type into) {field}',
			'it (should not|must not) be possible to (edit|change|modify|type into) {field}',
			'{field} is (locked|locked for editing|not changeable|not open for editing|write-protected|protected)',
			'{field} is not editable [any more]',
		],
		'{field} is read-only',
		field,
	),
	...when(
		'assertion',
		[
			'{thing} (expands|unfolds|opens up|folds out|gets expanded|becomes expanded)',
			'{thing} (is|should be|stays) (unfolded|folded out|opened up|open and expanded)',
		],
		'{thing} is expanded',
		element,
	),
	...when(
		'assertion',
		[
			'{thing} (collapses|folds|folds up|gets collapsed|becomes collapsed)',
			'{thing} (is|should be|stays) (folded|folded up|folded in|closed up)',
		],
		'{thing} is collapsed',
		element,
	),
	...when(
		'assertion',
		[
			'{thing} (is|should be|must be|stays|remains|gets|is currently|is already|is still) (picked|highlighted as selected|the default|the default option|the default choice|the selected option|the selected one|the active option|the chosen option|the current choice|marked as selected)',
		],
		'{thing} is selected',
		element,
	),
	// Where one is
	...when(
		'assertion',
		[
			`(${who.slice(1, -1)}|the browser|the app|it|the page|the system|the site|browser) [then|now|finally] (redirects|redirect|forwards|goes|takes me|takes us|takes you|takes the user|brings me|leads|leads me|jumps|sends me|lands|land|ends up|end up|arrives|arrive|gets redirected|get redirected|gets sent|get sent|gets taken|gets|get|is redirected|is sent|is taken|is at|is on|are at|returns|returns me|opens|has been redirected|should land|should end up|should arrive|should be|should get|should be sent|should be taken) [back] [me|us] (to|on|at|in) {path}`,
			'(redirected|redirects|lands|forwarded|landing|taken|redirect) (to|on|at) {path}',
		],
		'I am on {path}',
		({path}) => path!.length === 1 && /^(?:\/|https?:)/.test(path![0]!.text),
	),
	...when(
		'assertion',
		[
			`(${who.slice(1, -1)}|the browser|the app|it|the system|the site) [then|now|finally] (redirects|redirect|forwards|goes|takes me|takes us|takes the user|brings me|leads me|jumps|lands|land|ends up|end up|arrives|arrive|gets redirected|get redirected|gets taken|gets|get|is redirected|is sent|is taken|is at|is now on|is back on|are back on|am back on|returns|should land|should end up|should arrive|should get|should be sent|should be taken) [back] [me|us] (to|on|at|in) the {page} (page|screen|view)`,
			`(${who.slice(1, -1)}) (sees|see|should see|gets|get) the {page} (page|screen|view)`,
			'(the app|the system|the browser|it|the site) (shows|opens|displays|loads|brings up) the {page} (page|screen|view)',
			'the {page} (page|screen|view) (opens|appears|loads|comes up|shows up|is loaded|is opened|is open|is shown|is displayed|should open|should appear|should load|should be displayed|should be shown|should be open|should come up|is in view|has opened|has loaded|gets opened)',
			'the (page|screen|view) {page} (opens|appears|loads|comes up|is loaded|is opened|is open|is shown|is displayed|should open|should appear|should be shown|has opened)',
			'(redirected|redirects|lands|landing|taken) (to|on|at) the {page} (page|screen|view)',
			'[the] (current|shown|open|active) page (is|should be) {page}',
			'the page [that is] (shown|open|displayed|i see) is {page}',
			'[i|we|you] (am|are|should be) [now] on the page [called|titled|named] {page}',
		],
		'I am on the {page} page',
		holding({page: isThing}),
	),
	// Title and address
	...when(
		'assertion',
		[
			'[the] title (of|in|on) [the] [browser] (page|tab|browser tab|window|browser window|document) (is|reads|says|shows|should be|must be|should read|equals|has to be|is now|:|=) {text}',
			"[the] [browser|browser's] (tab|window) (says|reads|shows|should read|should say|is called|is titled|is named|is now called|has the title|shows the title|is labelled|now says|now reads) {text}",
			'[the] (page|browser|tab|window|document|site) title (reads|says|shows|equals|must be|should be|should read|has to be|is now|changes to|has changed to|is|:|=) {text}',
			'[the] page (has|should have|carries|has got) the title {text}',
			'[the] title [of the page] (:|=) {text}',
		],
		'the page title is {text}',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			"[the] [browser|browser's] (tab|window|title|tab title|browser tab|page title|window title|title of the tab|title of the page|title of the browser tab) (contains|includes|should contain|has to contain|must contain|should include|holds|mentions) {text}",
			'[the] page title has {text} in it',
		],
		'the page title contains {text}',
		text,
	),
	...when(
		'assertion',
		[
			"[the] [browser|browser's|current|page] (url|address|path|address bar|location bar|address line) [of the page|of the browser|in the address bar] (is|reads|says|shows|equals|should be|must be|has to be|should read|is now|becomes|changes to|has changed to|changed to|should show|=|:|should now be) [now] {path}",
			'[the] browser is (at|on) {path}',
		],
		'the URL is {path}',
		({path}) => path!.length === 1 && /^(?:\/|https?:)/.test(path![0]!.text),
	),
	...when(
		'assertion',
		[
			"{text} (is|appears|should be|stands|is contained|is part of|shows up|can be seen|must be|should appear) [in|of] the [browser|browser's] (url|address|address bar|path)",
			`${who} (see|sees|find) {text} in the (url|address bar|address)`,
			'[the] (url|address|address bar|path) [now] (has|holds|includes|should include|should contain|must contain|has to contain|now contains|contains|shows|should have) {text} [in it]',
		],
		'the URL contains {text}',
		holding({text: tokens => isQuoted(tokens)}),
	),
	...when(
		'assertion',
		[
			'[the] (url|address|path) (ends in|is ending in|is ending with|should end in|must end with|has to end with|finishes with|must end in) {path}',
		],
		'the URL ends with {path}',
		({path}) => path!.length === 1,
	),
	...when(
		'assertion',
		['the (address|url) in the [browser] address bar (ends with|ends in) {path}'],
		'the URL ends with {path}',
		({path}) => path!.length === 1,
	),
	...when(
		'assertion',
		['the (address|url) in the [browser] address bar (contains|has|includes) {path}'],
		'the URL contains {path}',
		({path}) => path!.length === 1,
	),
	// Files, console, calls, tabs
	...when(
		'assertion',
		[
			'[the|a|an] [new] [file|document|pdf|csv|spreadsheet|download|report] [named|called|with the name|of] {file} (is|was|has been|gets|should be|must be|has to be|should have been|is being|will be) [successfully|automatically] (downloaded|saved|stored|saved to disk|downloaded successfully|saved to the downloads folder|saved on disk|written to disk|downloaded automatically)',
			'[the|a] [file] {file} (downloads|starts downloading|should download|lands in the downloads|is in the downloads|is in the downloads folder|lands in the downloads folder|is saved as a file)',
			'[a|the] download [of|named|called] {file} (starts|begins|is started|starts automatically|completes|is complete|should start)',
			'the browser (downloads|saves|has downloaded|has saved|should download|starts to download) [the] [file] {file}',
			`${who} (gets|get|receives|receive|should get|should receive) [the|a] (file|document|pdf|download) [named|called] {file}`,
			'[the] [name of the] downloaded file (is|is called|is named|has the name|should be called|should be|is now) {file}',
			'[the] {thing} (is|was|has been|gets|should be) (downloaded|saved) as {file}',
			'[file|document] {file} downloaded',
			'[a] file (named|called) {file} (is|was|has been) (downloaded|saved)',
		],
		'{file} was downloaded',
		holding({file: tokens => tokens.length === 1 && isFile(tokens)}),
	),
	...when(
		'assertion',
		[
			// `There are no errors`: those of the page are meant, which a reader sees.
			`${thereAreNo} [javascript|js|browser|red] console (error|errors)`,
			`${thereAreNo} (javascript|js|browser|red) [console] (error|errors) [shown|logged|reported]`,
			`${thereAreNo} [javascript|js|browser|red] [console] (error|errors) [shown|logged|reported] (in|on|to) [the] [browser|browser's|javascript|developer] console [of the browser]`,
			`${thereAreNo} [javascript|js|browser|red] [console] (error|errors) [shown|logged|reported] (in|on|to) the browser`,
			"no [javascript|js|browser|red|new] [console] (error|errors) (is|are|was|were|should be|appear|appears|should appear|shown|logged|have been|come up|show up) [shown|logged|reported|seen|to be seen|visible] (in|to|on) the [browser|browser's|javascript|developer] console",
			"[the] [browser|browser's|javascript|developer] console [of the browser] (is|stays|remains|should be|should stay|must be|has to be|is still|keeps) (clean|empty|clear|free of errors|error-free|without errors|silent|quiet)",
			"[the] [browser|browser's|javascript|developer] console (does not|should not) (show|contain|have|report|log) (any errors|errors|any error|an error)",
			"[the] [browser|browser's|javascript|developer] console (has|shows|contains|should have|should show|reports|logs|must show|should contain|holds) no [javascript|js|red] (errors|error)",
			'[the] console without errors',
			'the browser (logs|reports|shows) no [javascript|console] errors',
			'no (javascript|js) errors [appear|are shown|are logged] [in the console]',
			'no errors [in|on|logged in|logged to|shown in|appear in] [the] [browser|javascript] console',
			'[there is] nothing red in the [browser] console',
		],
		'there are no console errors',
		match => Object.keys(match).length === 0,
	),
	...when(
		'assertion',
		[
			'(there are|there were|there should be|there must be) no (failed|failing|broken|unsuccessful) [network] (requests|calls|request)',
			'no (failed|failing|broken|unsuccessful) [network] (requests|calls)',
			'(all|every) [of the] [network] (requests|calls|request|call) (succeed|succeeds|succeeded|are successful|were successful|is successful|was successful|went through|should succeed)',
			'none of the [network] (requests|calls) (fail|fails|failed|has failed|have failed)',
			'the network tab shows no failed requests',
			'no [network] (request|requests|call|calls) (fails|fail|failed|should fail|has failed|have failed|must fail)',
		],
		'no request failed',
	),
	...when(
		'assertion',
		[
			'[a|the|an] [request|call|response to|response of|answer to|status of|status code of|result of] {method} [request|call] [to] {path} (answers|answered|returns|returned|responds|responded|gives|gets|is answered|was answered|should return|should answer|should respond|should be answered|must return|must answer|comes back|came back|ends|has|is|->|→|:|yields|should be|should give|results in) [with] [a|the|an] [http] [status|status code|code] {status} [created|ok]',
			'[a|the] {method} (request|call) to {path} (answers|answered|returns|returned|responds|responded|gives|gets|is answered|was answered|should return|must return|comes back|came back) [with] [a|the] [http] [status|status code|code] {status}',
		],
		'{method} {path} answered {status}',
		({method, path, status}) =>
			method!.length === 1 &&
			/^(?:get|post|put|patch|delete|head|options)$/i.test(method![0]!.text) &&
			path!.length === 1 &&
			/^(?:\/|https?:)/.test(path![0]!.text) &&
			status!.length === 1 &&
			/^\d{3}$/.test(status![0]!.text),
	),
	...when(
		'assertion',
		[
			'[a|the] (new|second|further|another) [browser] (tab|window) (opens|is opened|opened|has opened|should open|should be opened|appears|comes up|must open|gets opened|is open|has been opened|should appear)',
			'another [browser] (tab|window) (opens|is opened|opened|has opened|should open|appears)',
			'(it|the browser|the link|this|the page|the app) (opens|should open|has opened) [in] (a|another) [new] [browser] (tab|window)',
			'(there is|there should be|we get|i get) (a|another) (new|second) [browser] (tab|window)',
		],
		'a new tab opens',
	),
];
