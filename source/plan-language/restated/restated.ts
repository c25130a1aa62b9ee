import type {PlanFileStep} from '../../../contract/plan-file.ts';
import type {Token} from '../tokens.ts';
import {atPath, byDoing, typedBy, byMeans, filledFirst, inOtherWords, oneByOne} from './actions.ts';
import {
	answeredThen,
	calledSo,
	eachSwitched,
	onceDone,
	ownedByPlace,
	oneOfSeveral,
	placedAct,
	signAsIcon,
	whichever,
	withoutActAsides,
	withoutComing,
	withoutSide,
} from './act-asides.ts';
import {
	becomes,
	byPlace,
	eachThat,
	listsEach,
	listsInOrder,
	measuredBy,
	neitherNor,
	oneOfThem,
	withoutModal,
} from './claims.ts';
import {saysAlike, withComplement} from './complements.ts';
import {countedUnder, countsUp, itIs, namely, oneOfThese, withFurther} from './further-claims.ts';
import {actHalves, claimHalves} from './halves.ts';
import {leavesUnsaved, opensOnTab} from './dialogs.ts';
import {hasFacts, hasThings, listsKinds} from './holdings.ts';
import {keysInTurn, keyThenSeek} from './key-turns.ts';
import {passive} from './passive.ts';
import {adjacent, inAnotherWay, surelyInAnotherWay, withoutWhere} from './landing.ts';
import {plainerSpeech, plainSpeech} from './plain-speech.ts';
import {answersInFull, saidByControl} from './said-by-control.ts';
import {factsInPlace, headingWithFacts, oneWithFacts} from './record-facts.ts';
import {pickedAtSide, sidedPlace} from './sided-places.ts';
import type {Restate, Restatement} from './restatement.ts';
import {rowSays, shortClaims} from './short-claims.ts';
import {greetsSomebody, pointsTo, saysOfRecord} from './tellings.ts';
import {
	amountOf,
	effectOf,
	gapped,
	labelledStep,
	onTab,
	orderOf,
	otherwiseSaid,
	question,
	sameThing,
	somebodyActs,
	withoutAgain,
	withoutField,
} from './voices.ts';

/** Longest sentence that is said again, and most ways to do so. */
const longest = 48;
const most = 12;

const ofClaims: Restate[] = [
	factsInPlace,
	oneWithFacts,
	hasThings,
	pointsTo,
	greetsSomebody,
	saysAlike,
	question,
	otherwiseSaid,
	orderOf,
	eachThat,
	becomes,
	listsEach,
	withComplement,
	neitherNor,
	measuredBy,
	oneOfThem,
	withoutModal,
	byPlace,
	saysOfRecord,
	inAnotherWay,
	withFurther,
	oneOfThese,
	itIs,
	namely,
	countsUp,
	adjacent,
	plainerSpeech,
	withoutWhere,
];
const ofActs: Restate[] = [
	placedAct,
	effectOf,
	somebodyActs,
	withoutAgain,
	withoutField,
	inOtherWords,
	oneByOne,
	filledFirst,
	byMeans,
	byDoing,
	byPlace,
	saidByControl,
	leavesUnsaved,
];

/** Ways to say the sentence in plainer ones; asked where it is in no form as it stands. */
export const restatementsOf = (tokens: readonly Token[], type: PlanFileStep['type']): Restatement[] =>
	tokens.length > longest
		? []
		: all(
				type === 'action' ? [...ofActs, question, shortClaims, actHalves] : [...ofClaims, shortClaims, claimHalves],
				tokens,
				type,
			);

/** The same for what would be read as something less, or something else, as it stands. */
export const firstRestatementsOf = (tokens: readonly Token[], type: PlanFileStep['type']): Restatement[] =>
	tokens.length > longest
		? []
		: all(
				type === 'action'
					? [
							answersInFull,
							withoutActAsides,
							withoutComing,
							sidedPlace,
							pickedAtSide,
							withoutSide,
							whichever,
							signAsIcon,
							oneOfSeveral,
							answeredThen,
							calledSo,
							eachSwitched,
							onceDone,
							ownedByPlace,
							labelledStep,
							passive,
							atPath,
							onTab,
							typedBy,
							oneByOne,
							keysInTurn,
							keyThenSeek,
							sameThing,
							question,
							rowSays,
						]
					: [
							headingWithFacts,
							opensOnTab,
							countedUnder,
							labelledStep,
							question,
							plainSpeech,
							surelyInAnotherWay,
							itIs,
							gapped,
							sameThing,
							listsInOrder,
							listsKinds,
							hasFacts,
							rowSays,
							amountOf,
						],
				tokens,
				type,
			);

const all = (ways: Restate[], tokens: readonly Token[], type: PlanFileStep['type']): Restatement[] =>
	ways.flatMap(way => way(tokens, type)).slice(0, most);
