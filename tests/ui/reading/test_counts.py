"""Kinds of tables: columns found by their names in seven languages, shapes, and what is said or asked of each."""

import json
import re

import pytest

from tests.ui.reading.typed import by_name as counts
from tests.ui.reading.typed import read_typed_counts
from ui.reading.counts import read_counts
from ui.reading.facts import facts_of
from ui.reading.roles import MOST_OPTIONS
from ui.reading.table import read_table
from ui.reading.values import read_values
from ui.state.keys import ARMS_RANGE

AB = {"A": (118, 400), "B": (161, 400)}
SMALL = {"A": (1, 2), "B": (1, 2)}


def read(text, **answers):
    return read_counts(text.encode(), {key.replace("_", " "): value for key, value in answers.items()})


def question(text, **answers):
    asked = read(text, **answers).question
    assert asked is not None
    return asked


def rows(header, *lines):
    return "\n".join([header, *lines]) + "\n"


def test_no_more_options_are_read_than_pages_have_arms():
    assert ARMS_RANGE[1] == MOST_OPTIONS


@pytest.mark.parametrize(
    "header",
    [
        "arm,successes,trials",
        "Variante,Erfolge,Versuche",
        "groupe,succès,essais",
        "grupo,éxitos,ensayos",
        "gruppo,successi,prove",
        "grupo,sucessos,tentativas",
        "groep,successen,pogingen",
        "experimentGroup,nClicks,nImpressions",
        "Test Group,Conversions,Unique Visitors",
        "name,events,n",
        ",conversions,visitors",
    ],
)
def test_counts_by_their_names(header):
    assert counts(read(rows(header, "A,118,400", "B,161,400"))) == AB


@pytest.mark.parametrize(
    "text",
    [
        rows("arm,yes,no", "A,118,282", "B,161,239"),
        rows("Variante;Erfolge;Misserfolge", "A;118;282", "B;161;239"),
        rows("variant,converted,not converted", "A,118,282", "B,161,239"),
        rows("outcome,A,B", "yes,118,161", "no,282,239"),
        rows("geklickt;A;B", "nein;282;239", "ja;118;161"),
        rows("Report of March", "", "arm,successes,trials", "A,118,400", "B,161,400"),
        rows("# made by hand", "# second line", "arm\tsuccesses\ttrials", "A\t118\t400", "B\t161\t400"),
        rows('"arm"\t"successes"\t"trials"', '"1"\t"A"\t118\t400', '"2"\t"B"\t161\t400'),
        rows("arm,successes,trials,", "A,118,400,", ",,,", "B,161,400,"),
        rows("arm,successes,trials", "A,118,400", "arm,successes,trials", "B,161,400"),
        rows("arm,successes,trials,note", "A,118,400,fine", "B,161,400,"),
        rows("arm,successes,trials", "A,118.0,4E2", "B,161.0,4e+02"),
        rows("arm;successes;trials", "A;118;400", "B;161;400", "Source: us;;"),
        rows("arm,successes,trials", "A,118,400", "B,161,400", "C,0,0"),
        rows("arm,successes,trials", "A,100,300", "B,161,400", "A,18,100"),
    ],
)
def test_shapes_of_counts_that_need_no_question(text):
    assert counts(read(text)) == AB


@pytest.mark.parametrize(
    "text",
    [
        rows("arm,outcome", "A,1", "A,0", "B,1", "B,0"),
        rows("userid,version,sum_gamerounds,retention_7", "11,A,3,TRUE", "12,A,38,FALSE",
             "13,B,2,TRUE", "14,B,9,FALSE"),
        rows("user_id;timestamp;group;landing_page;converted", "1;2017-01-21 22:11;A;old;0",
             "2;2017-01-12 08:01;A;old;1", "3;2017-01-11 16:55;B;new;1", "4;2017-01-08 18:28;B;new;0"),
        rows(",user id,test group,converted,total ads,most ads day", "0,1069124,A,False,130,Monday",
             "1,1119715,A,True,93,Tuesday", "2,1144181,B,True,21,Monday", "3,1435133,B,False,355,Friday"),
        rows("Gruppe;Kauf", "A;ja", "A;nein", "B;ja", "B;nein"),
        rows("traitement\tréponse", "A\toui", "A\tnon", "B\toui", "B\tnon"),
        rows("grupo|compra", "A|sí", "A|no", "B|sí", "B|no"),
        rows("gruppo,esito", "A,vero", "A,falso", "B,vero", "B,falso"),
        rows("grupo;resultado", "A;sim", "A;não", "B;sim", "B;não"),
        rows("groep,uitkomst", "A,ja", "A,nee", "B,ja", "B,nee"),
        rows("trt age y", "A 31 1", "A 44 0", "B 25 1", "B 61 0"),
    ],
)  # fmt: skip
def test_rows_of_participants_that_need_no_question(text):
    assert counts(read(text)) == SMALL


VERSIONS = rows(
    "userid,version,retention_1,retention_7", "1,A,TRUE,FALSE", "2,A,FALSE,TRUE", "3,B,TRUE,TRUE", "4,B,TRUE,FALSE"
)
TREATED = rows("arm,treated,cured", "A,400,118", "B,400,161")
DEAD = rows("arm,status", "A,dead", "A,alive", "B,alive", "B,dead")
UNSURE = rows("arm,outcome", "A,yes", "A,no", "B,unsure", "B,yes", "B,no")
CLICKED = rows("arm,clicked", "A,clicked", "A,", "B,clicked", "B,")
PROMOTED = rows("gender,decision", *["m,promoted", "m,not promoted", "f,promoted", "f,not promoted"] * 10)
NEWEST = rows("date,arm,successes,trials", "2026-03-02,A,20,200", "2026-03-02,B,26,200", "2026-03-01,A,10,100",
              "2026-03-01,B,13,100")  # fmt: skip
GERMAN = NEWEST.replace(",", ";").replace("2026-03-02", "2.3.2026").replace("2026-03-01", "1.3.2026")
UNDATED = rows("arm,successes,trials", *(f"{arm},{n},{10 * n}" for n in (1, 2, 3) for arm in "AB"))
NAMED_ALL = rows("arm,successes,trials", "none,118,400", "some,161,400", "all,200,400")
RARELY = rows("variant,converted", *(f"{'AB'[n % 2]},{'1' if n % 5 == 0 else ''}" for n in range(40)))
WIDE = rows("A,B", "1,", ",1", "1,1")
LACKING = "2 cells have no outcome (“A” 1, “B” 1). How should that count?"


@pytest.mark.parametrize(
    "text, answers, asked, said, answer, expected",
    [
        (VERSIONS, {}, "outcome", "“retention_7”: FALSE, TRUE", "retention_7", SMALL),
        (rows("country,browser,converted", "a,x,1", "a,y,0", "b,x,0", "b,y,1"), {}, "option", "", "browser",
         {"x": (1, 2), "y": (1, 2)}),
        (rows("Admit,Gender,Freq", "yes,m,512", "no,m,313", "yes,f,89", "no,f,19"), {}, "weight",
         "How many participants does a row stand for?", "Freq", {"m": (512, 825), "f": (89, 108)}),
        (TREATED, {}, "shape", "'counts': '“cured” successes of “treated” trials'", "counts", AB),
        (DEAD, {}, "success", "In column “status”, which value means success?", "alive", SMALL),
        (PROMOTED, {}, "success", "", "promoted", {"m": (10, 20), "f": (10, 20)}),
        (UNSURE, {}, "others", "", "left out", SMALL),
        (UNSURE, {}, "others", "", "failures", {"A": (1, 2), "B": (1, 3)}),
        (CLICKED, {"missing": "failures"}, "success", "In column “clicked”, does “clicked” mean success?", "clicked",
         SMALL),
        (NEWEST, {}, "cumulative", "", "cumulative", {"A": (20, 200), "B": (26, 200)}),
        (GERMAN, {}, "cumulative", "", "daily", {"A": (30, 300), "B": (39, 300)}),
        (UNDATED, {}, "cumulative", "", "cumulative", {"A": (3, 30), "B": (3, 30)}),
        (NAMED_ALL, {}, "total", "", "option", {"none": (118, 400), "some": (161, 400), "all": (200, 400)}),
        (rows("arm,successes,trials", "A,1,2", "B,1,2", "C,2,4"), {}, "total", "", "left out", SMALL),
        (RARELY, {}, "missing", "", "failures", {"A": (4, 20), "B": (4, 20)}),
        (WIDE, {"shape": "wide"}, "missing", LACKING, "failures", {"A": (2, 3), "B": (2, 3)}),
    ],
)  # fmt: skip
def test_what_is_open_is_asked_about_and_counted_as_it_is_answered(text, answers, asked, said, answer, expected):
    question = read(text, **answers).question
    assert question.id == asked
    assert said in f"{question.text} {dict(question.options)}"
    assert counts(read(text, **answers, **{asked: answer})) == expected


@pytest.mark.parametrize(
    "text", [rows("arm,rate,n", "A,0.295,400", "B,0.31,400"), rows("arm,rate,n", "A,29.5%,400", "B,31%,400")]
)
def test_rates_are_no_outcomes(text):
    assert "“arm,successes,trials”" in read(text).problem


@pytest.mark.parametrize("value, successes", [("0", 0), ("1", 2), ("no", 0), ("TRUE", 2)])
def test_an_outcome_that_does_not_vary_keeps_its_meaning(value, successes):
    text = rows("arm,outcome", *[f"{arm},{value}" for arm in "AABB"])
    assert counts(read(text)) == {"A": (successes, 2), "B": (successes, 2)}


def test_numbers_of_many_sizes_are_no_outcomes():
    problem = read(rows("arm,revenue", "A,1.5", "A,2", "B,70")).problem
    assert re.search("“arm,outcome”.*Numeric outcomes page reads outcomes that are numbers", problem)
    refused = read(rows("arm,outcome,level", "A,1,1", "A,0,2", "B,1,3"), outcome="level")
    assert re.search("Column “level” holds 3 different numbers.*the Numeric outcomes page", refused.problem)
    assert {choice.id for choice in refused.choices} >= {"header", "option", "outcome"}


@pytest.mark.parametrize(
    "name", ["Total", "Summe", "Gesamt:", "GRAND TOTAL", "total général", "∑", "Total: all campaigns"]
)
def test_totals_by_name(name):
    text = rows("arm,successes,trials", "A,118,400", "B,161,400", f"{name},279,800")
    assert counts(read(text)) == AB


def test_the_second_of_two_equal_options_is_no_total():
    assert len(counts(read(rows("arm,successes,trials", "A,118,400", "B,118,400")))) == 2


DAILY = rows("day,arm,successes,trials", "1,A,20,100", "1,B,25,100", "2,A,10,90", "2,B,30,100")
LACKS_A_COUNT = rows("arm,successes,trials", "A,118,400", "B,161,400", "C,NA,400")
NAMES_NO_OPTION = rows("arm,outcome", "A,1", "A,0", ",1", "B,1", "B,0")
NAMES_NOBODY = rows("user_id,arm,outcome", "1,A,1", "2,A,0", "3,B,1", ",B,0")
VIEWS = rows("user_id,group,views,clicks", *(f"u{n},{'ab'[n % 2]},{n % 6},{min(n % 6, n % 4)}" for n in range(60)))
USERS = rows("user,A,B,C", "u1,1,0,1", "u2,1,1,", "u3,0,0,0")


@pytest.mark.parametrize(
    "text, answers, expected, rows_of_one, note",
    [
        (DAILY, {}, {"A": (30, 190), "B": (55, 200)}, 1,
         "4 rows were added up into one row for each of 2 options."),
        (LACKS_A_COUNT, {}, AB, 1, "Row 4 lacks a count and is left out."),
        (NAMES_NO_OPTION, {}, SMALL, 1, "1 row names no option in column “arm” and is left out."),
        (NAMES_NOBODY, {}, SMALL, 1,
         "1 row names no person in column “user_id”: it counts as a different person."),
        (rows("user_id,arm,outcome", "1,A,1", "2,A,0", ",B,1", ",B,0"), {}, SMALL, 1, ""),
        (rows("experiment_id,variant,converted", "x,A,1", "x,A,0", "x,B,1", "x,B,0"), {}, SMALL, 1, ""),
        (VIEWS, {}, {"a": (20, 60), "b": (50, 90)}, 5,
         "“u5” in column “user_id” counts 5 times: ε per person is up to 5 ε."),
        (USERS, {"shape": "wide"}, {"A": (2, 3), "B": (1, 3), "C": (1, 2)}, 3,
         "“u1” in column “user” counts 3 times: ε per person is up to 3 ε."),
    ],
)  # fmt: skip
def test_what_is_done_with_rows_is_said(text, answers, expected, rows_of_one, note):
    found = read(text, **answers)
    assert counts(found) == expected
    assert found.result.rows_of_one == rows_of_one
    assert note in ("", *found.notes)


TYPED_ALREADY = rows("arm,died", "A,Yes", "A,No", "A,Unknown", "B,Yes", "B,No")


@pytest.mark.parametrize(
    "text, answers, shown",
    [
        (RARELY, {"missing": "zero"}, [1 if n % 5 == 0 else 0 for n in range(0, 40, 2)]),
        (TYPED_ALREADY, {"others": "left out"}, [1, 0]),
        (TYPED_ALREADY, {"others": "zero"}, [1, 0, 0]),
        *(
            (rows("arm,resp", "A,1", "A,0", f"A,{code}", "B,1", "B,0"), {"others": answer}, [1, 0, *more])
            for code in ("999", "-9", "8")
            for answer, more in (("left out", []), ("numbers", [float(code)]))
        ),
    ],
)
def test_outcomes_that_may_be_none_are_asked_about(text, answers, shown):
    assert read_values(text.encode()).question.id == next(iter(answers))
    assert read_values(text.encode(), answers).result.outcomes[0].tolist() == shown


SERVERS = rows("size,kind,server,sales", *(f"{'ab'[n % 2]},{n % 3},{n % 5},{n}.5" for n in range(60)))
CITIES = rows("city,exposed,bought", *(f"{'xyz'[n % 3]},{n % 2},{int(n % 5 == 0)}" for n in range(60)))
AGES = rows(
    "ID,Treatment,Sex,Age,Improved", *(f"{n},{'ab'[n % 2]},{'mf'[n % 3 > 0]},{n % 9 + 20},some" for n in range(30))
)


@pytest.mark.parametrize(
    "text, asked, offered",
    [
        (SERVERS, "option", {"size", "kind", "server"}),
        (CITIES, "option", {"city", "exposed"}),
        (AGES, "outcome", {"Sex", "Age", "Improved"}),
        *(
            (rows(f"arm,converted,{other}", *(f"{'AB'[n % 2]},{n % 2},{n + 0.5}" for n in range(20))), "outcome",
             {"converted", other})
            for other in ("order_value", "Umsatz", "minutes", "rating", "profit")
        ),
    ],
)  # fmt: skip
def test_columns_that_may_be_meant_are_offered_and_none_is_taken_in_silence(text, asked, offered):
    question = read_values(text.encode()).question
    assert (question.id, set(dict(question.options))) == (asked, offered)


def test_numbers_of_four_digits_are_no_dates_and_a_small_code_is_a_number():
    assert read_values(rows("arm,revenue", "A,3587.42", "B,3587.42").encode()).question is None
    assert read_values(rows("arm,resp", "A,1", "A,0", "A,2", "B,1", "B,0").encode()).question is None
    assert question(rows("arm,outcome", "A,1", "A,2", "B,2", "B,1")).id == "success"
    assert question(rows("arm,outcome", "A,1", "NA,1", "B,0")).id == "nameless"


def test_numbers_of_a_wide_table_share_the_budget_of_a_person():
    numbers = read_values(USERS.replace("1,0,1", "2.5,0,1").encode(), {"shape": "wide"})
    assert (numbers.result.names, numbers.result.rows_of_one) == (("A", "B", "C"), 3)
    assert "“u1” in column “user” counts 3 times: each row is protected with ε/3." in numbers.notes


def test_windows_letters_are_asked_about_only_where_a_name_has_them():
    content = rows("arm,successes,trials", "Café,118,400", "B,161,400").encode("cp1252")
    asked = read_counts(content).question
    assert (asked.id, dict(asked.options)["cp1252"]) == ("encoding", "“Café” (Windows-1252)")
    assert read_counts(content, {"encoding": "cp1252"}).result.names == ("Café", "B")
    assert read_counts(content, {"encoding": "cp1251"}).result.names == ("Cafй", "B")
    note = rows("arm,successes,trials,note", "A,118,400,naïve", "B,161,400,").encode("cp1252")
    assert counts(read_counts(note)) == AB


def test_columns_that_exclude_each_other_are_noticed_by_more_than_chance():
    lines = [f"{arm},{int(n % 3 == 0)},{int(n % 3 == 1)}" for n in range(60) for arm in "AB"]
    asked = question(rows("arm,bought,returned", *lines), outcome="bought")
    assert asked.id == "neither"
    lines = [f"{arm},{int(n % 3 == 0)},{int(n % 20 == 1)}" for n in range(60) for arm in "AB"]
    assert not read(rows("arm,bought,returned", *lines), outcome="bought").question


@pytest.mark.parametrize(
    "text",
    ["A\t118\t400\nB\t161\t400", "A;118;400\nB;161;400\n\n", "A, 118, 400\nB, 161, 400", "A 118 400\nB 161 400",
     "\nA|118|400\nB|161|400",
     "option;successes;trials\nA;118;400\nB;161;400", "Successes,Trials,Arm\n118,400,A\n161,400,B",
     "A\t118\t400\t\nB\t161\t400\t", "A: 118/400\nB: 161/400", "A 118 / 400\nB 161 / 400",
     "A 118/400, B 161/400", "A 118/400; B 161/400;", "A 118/400,B 161/400\n", "A: 118 of 400, B: 161 of 400",
     "A: 118 of 400\nB: 161 of 400", "A 118 400, B 161 400", "A 118 400; B 161 400"],
)  # fmt: skip
def test_typed_counts(text):
    assert counts(read_typed_counts(text)) == AB


@pytest.mark.parametrize(
    "text, names",
    [
        ("Smith, John 118/400\nMiller, Ann 161/400", ("Smith, John", "Miller, Ann")),
        ("new treatment 118 400\nusual treatment 161 400", ("new treatment", "usual treatment")),
    ],
)
def test_typed_names_may_hold_commas_and_spaces(text, names):
    assert counts(read_typed_counts(text)) == dict(zip(names, AB.values(), strict=True))


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "Give one line per option"),
        ("A,118\nB,161", "Line 1 has 2 cells"),
        ("A,1,180,40,000\nB,1,610,40,000", "Line 1 has 5 cells.*tabs or semicolons"),
        (
            "A;118;400\nB;500;400",
            "Line 2, column “successes”: the number of successes, 500, is larger than the number of trials, 400",
        ),
        ("A 12 000 40 500\nB 13 000 40 500", "Spaces may separate either cells or thousands"),
        ("A;118;400", "only one option, “A”, but at least 2 are needed. Give one line per option: its name, "),
        ("Smith, John 60/100", "only one option, “Smith, John”"),
        ("C 1/100\nA 60/100, B 50/100", "Line 2 seems to hold 2 options. Give one line per option: its name, "),
    ],
)
def test_typed_counts_that_cannot_be_read(text, message):
    with pytest.raises(ValueError, match=message):
        _ = read_typed_counts(text).result


def test_an_answer_of_another_file_is_no_answer():
    answers = {"outcome": "retention_7", "success": "alive", "shape": "cubes", "marks": "!"}
    assert counts(read(rows("arm,outcome", "A,1", "A,0", "B,1", "B,0"), **answers)) == SMALL


def test_every_column_can_be_chosen_instead():
    text = rows("arm,site,outcome,other", "A,x,1,1", "A,y,0,1", "B,x,1,0", "B,y,0,0")
    read_text = read(text, option="site", outcome="other")
    assert counts(read_text) == {"x": (1, 2), "y": (1, 2)}
    chosen = {choice.id: choice.chosen for choice in read_text.choices}
    assert (chosen["option"], chosen["outcome"]) == ("site", "other")


def test_a_column_that_only_numbers_the_rows_is_nothing_else():
    text = rows("rownames,group,minutes", *(f"{n},{'ab'[n % 2]},{n % 7}" for n in range(1, 41)))
    found = read_values(text.encode())
    assert found.summary == "40 rows, 2 options, “minutes” by “group”"
    refused = read_values(rows(",group", *(f"{n},{'ab'[n % 2]}" for n in range(1, 41))).encode())
    assert refused.found is None
    unordered = rows("index,group,answer", *(f"{7 * n % 41},{'ab'[n % 2]},{'yn'[n % 3 > 0]}" for n in range(1, 41)))
    assert read(unordered).summary == "40 rows, 2 options, y = success"


def test_daily_counts_below_ten_are_no_codes_of_outcomes():
    text = rows("Day Index,Users,Email Subscriptions,Group Type", "2020-07-08,170,1,control", "2020-07-08,142,3,test",
                "2020-07-09,100,5,control", "2020-07-09,130,2,test", "2020-07-10,90,0,control",
                "2020-07-10,95,4,test")  # fmt: skip
    assert counts(read(text)) == {"control": (6, 360), "test": (9, 367)}


SEGMENTS = rows("country,variant,visitors,conversions", "DE,A,1000,50", "DE,B,1010,60", "FR,A,800,30", "FR,B,820,41")
TOTALS = ("Total,A,1800,80", "Total,B,1830,101")
SUMS = {"A": (80, 1800), "B": (101, 1830)}


@pytest.mark.parametrize("where", ["below", "above", "Zwischensumme"])
def test_totals_in_another_column_are_left_out(where):
    header, *lines = SEGMENTS.splitlines()
    totals = [line.replace("Total", "Zwischensumme" if where == "Zwischensumme" else "Total") for line in TOTALS]
    found = read(rows(header, *(totals + lines if where == "above" else lines + totals)))
    assert counts(found) == SUMS
    word = totals[0].split(",")[0]
    assert f"2 rows with “{word}” in column “country” are left out as totals." in found.notes
    assert found.summary == "4 rows, 2 options, “conversions” of “visitors”, rows of totals left out"
    assert counts(read(rows(header, *lines, *totals), totals="rows"))["A"] == (160, 3600)


def test_a_total_in_a_column_of_dates_is_left_out():
    text = rows("date,arm,n,events", "2026-01-01,A,100,10", "2026-01-01,B,100,12", "2026-01-02,A,90,12",
                "2026-01-02,B,95,9", "Total,A,190,22", "Total,B,195,21")  # fmt: skip
    assert counts(read(text)) == {"A": (22, 190), "B": (21, 195)}
    nameless = read(text.replace("Total,A", "Total,").replace("Total,B,195,21\n", ""))
    assert counts(nameless) == {"A": (22, 190), "B": (21, 195)}
    assert "1 row names no option in column “arm” and is left out." in nameless.notes


def test_rows_for_all_devices_are_left_out_where_they_are_sums_and_asked_about_where_they_are_not():
    lines = ["A,mobile,120,4000", "A,desktop,90,2500", "B,mobile,150,4100", "B,desktop,80,2450"]
    sums = rows("variant,device,clicks,impressions", *lines, "A,all,210,6500", "B,all,230,6550")
    assert counts(read(sums)) == {"A": (210, 6500), "B": (230, 6550)}
    assert question(sums.replace("230", "231")).id == "totals"


def test_totals_of_two_columns_and_in_merged_cells():
    lines = [f"{country},{arm},{device},{n},{n // 10}" for country, device, arm, n in [
        ("DE", "m", "A", 100), ("DE", "m", "B", 110), ("DE", "d", "A", 200), ("DE", "d", "B", 210),
        ("DE", "all", "A", 300), ("DE", "all", "B", 320), ("Total", "all", "A", 300), ("Total", "all", "B", 320)]
    ]  # fmt: skip
    assert counts(read(rows("country,variant,device,visitors,conversions", *lines)))["A"] == (30, 300)
    merged = SEGMENTS.replace("DE,B", ",B").replace("FR,B", ",B") + "Total,A,1800,80\n,B,1830,101\n"
    assert counts(read(merged)) == SUMS


def test_a_subtotal_is_no_option():
    text = rows("arm,successes,trials", "Control,100,1000", "low,120,1000", "high,130,1000", "Subtotal,250,2000",
                "Total,350,3000")  # fmt: skip
    assert set(counts(read(text))) == {"Control", "low", "high"}
    assert question(text.replace("Subtotal", "any drug").replace("Total,350,3000\n", "")).id == "total"


def test_a_total_is_found_wherever_it_stands():
    text = rows("arm,successes,trials", "Total,279,800", "A,118,400", "B,161,400")
    assert counts(read(text)) == AB
    assert question(text.replace("Total", "either")).id == "total"


@pytest.mark.parametrize("trials, is_asked", [(20, True), (40, True), (60, False)])
def test_a_small_sum_in_the_last_row_may_be_chance(trials, is_asked):
    text = rows("arm,successes,trials", f"A,1,{trials}", f"B,2,{trials}", f"C,3,{2 * trials}")
    assert (read(text).question is not None) == is_asked


CROSSED = [
    rows("recovered,placebo,drug,total", "yes,41,63,104", "no,109,89,198"),
    rows("Geheilt;Placebo;Mittel;Summe", "ja;41;63;104", "nein;109;89;198", "Summe;150;152;302"),
    rows("outcome,placebo,drug,n", "1,41,63,104", "0,109,89,198"),
    rows("outcome,placebo,drug", "converted,41,63", "not converted,109,89", "total,150,152"),
    rows("metric,placebo,drug", "visitors,150,152", "conversions,41,63"),
    rows("variant,metric,value", "placebo,visitors,150", "placebo,conversions,41", "drug,visitors,152",
         "drug,conversions,63"),
    rows("day,variant,metric,value", *(f"{day},{arm},{what},{value[day]}" for day in (0, 1) for arm, what, value in [
        ("placebo", "n", (70, 80)), ("placebo", "events", (20, 21)), ("drug", "n", (80, 72)),
        ("drug", "events", (33, 30))])),
]  # fmt: skip


@pytest.mark.parametrize("text", CROSSED)
def test_a_table_that_lies_on_its_side_is_turned_and_is_none_of_participants(text):
    tally = read(text).result
    assert [*zip(tally.successes, tally.trials, strict=True)] == [(41, 150), (63, 152)]
    left_out = any("is the sum of other options and is left out as a total." in note for note in read(text).notes)
    assert left_out == bool(re.search("total\n|Summe\n|,n\n", text))
    assert "the Choose ε page can read it" in read_values(text.encode()).problem


def test_a_cell_of_a_turned_table_is_named_by_its_column_and_row():
    text = rows("metric,placebo,drug", "visitors,150,152", "conversions,41,630")
    problem = (
        "Column 3, row “conversions”: the number of successes, 630, is larger than the number of trials, 152, "
        "in row “visitors”."
    )
    assert read(text).problem == problem
    assert question(text, turned="no").id == "shape"


def test_merged_cells_are_filled_down_where_that_is_clear():
    text = rows("variant,device,visitors,conversions", "A,mobile,1000,50", ",desktop,500,40", "B,mobile,1010,60",
                ",desktop,490,31")  # fmt: skip
    found = read(text)
    assert counts(found) == {"A": (90, 1500), "B": (91, 1500)}
    assert "2 rows name no option in column “variant”: read as the option above." in found.notes
    assert counts(read(text, merged="none")) == {"A": (50, 1000), "B": (60, 1010)}
    uneven = text.replace("B,mobile", ",tablet,10,1\nB,mobile")
    assert question(uneven).id == "merged"
    assert counts(read(uneven, merged="above"))["A"] == (91, 1510)


def test_a_header_that_repeats_its_counts_is_refused():
    text = rows(",Control,,Treatment,", ",n,events,n,events", "Site 1,120,12,118,9", "Site 2,90,8,93,5")
    assert "one row per option" in read(text).problem


def test_a_total_among_outcomes_is_left_out():
    found = read_values(b"arm;revenue\nA;10\nA;20,5\nB;30\nB;12,5\nTotal;73\n")
    assert found.result.names == ("A", "B")
    assert "“Total” in column “arm” is left out as a total." in found.notes
    both = read(rows("id,arm,y", "1,A,1", "2,A,0", "3,B,1", "4,B,0", "5,Total,2", ",,2"))
    assert counts(both) == SMALL


def test_outcomes_stand_for_several_participants():
    text = rows("arm,rating,count", "A,5,3", "A,1,2", "B,4,2", "B,2,1").encode()
    assert read_values(text).question.id == "weight"
    found = read_values(text, {"weight": "count"}).result
    assert [outcomes.tolist() for outcomes in found.outcomes] == [[5, 5, 5, 1, 1], [4, 4, 2]]
    assert len(read_values(text, {"weight": ""}).result.outcomes[0]) == 2
    many = read_values(text.replace(b"5,3", b"5,30000000"), {"weight": "count"})
    assert "“count” counts more than the 2,000,000 rows" in many.problem


def test_totals_in_any_column_of_weighted_rows_are_left_out():
    text = rows("Admit,Gender,Dept,Freq", "yes,m,x,512", "no,m,x,313", "yes,f,x,89", "no,f,x,19", "yes,m,Total,512",
                "no,m,Total,313", "Total,f,x,108")  # fmt: skip
    answers = {"option": "Gender", "outcome": "Admit", "weight": "Freq"}
    assert counts(read(text, **answers)) == {"m": (512, 825), "f": (89, 108)}


def test_two_tables_under_one_header_are_asked_about():
    text = rows("segment,visitors,conversions", "A,1000,50", "B,1010,60", "segment,visitors,conversions",
                "mobile,1500,70", "desktop,510,40")  # fmt: skip
    asked = question(text)
    assert dict(asked.options)["1"] == "“mobile” and “desktop”"
    assert counts(read(text, part="0")) == {"A": (50, 1000), "B": (60, 1010)}
    assert len(counts(read(text, part="all"))) == 4
    again = text.replace("mobile", "A").replace("desktop", "B")
    assert counts(read(again)) == {"A": (120, 2500), "B": (100, 1520)}


@pytest.mark.parametrize(
    "data",
    [
        {"arm": {"0": "A", "1": "A", "2": "B", "3": "B"}, "outcome": {"3": 0, "2": 1, "1": 0, "0": 1}},
        {"A": {"successes": 1, "trials": 2}, "B": {"trials": 2, "successes": 1}},
        {"successes": {"A": 1, "B": 1}, "trials": {"B": 2, "A": 2}},
        {"columns": ["arm", "y"], "index": [0, 1, 2, 3], "data": [["A", 1], ["A", 0], ["B", 1], ["B", 0]]},
        {"arm": ["A", "A", "B", "B"], "outcome": [1, 0, 1, 0]},
    ],
)
def test_json_by_keys(data):
    assert counts(read(json.dumps(data))) == SMALL


@pytest.mark.parametrize(
    "data", [{"arm": ["A", "B"], "y": {"0": 1, "1": 0}}, {"columns": ["arm", "y"], "data": [["A"], ["B", 0]]}]
)
def test_json_that_pairs_nothing_is_refused(data):
    assert "is not a table" in read(json.dumps(data)).problem


def test_marks_that_other_numbers_settle_can_be_changed():
    text = rows("arm;revenue", "A;12.500", "A;3.5", "B;1.250", "B;2.25").encode()
    found = read_values(text, {"option": "arm"})
    assert found.result.outcomes[0].tolist() == [12.5, 3.5]
    assert {choice.id: choice.chosen for choice in found.choices}["marks"] == "."
    assert "“3.5” is not a number" in read_values(text, {"option": "arm", "marks": ","}).problem
    whole = read(rows("arm,successes,trials", 'A,"1,180","40,001"', 'B,"1,610","40,002"'))
    assert {choice.id: choice.chosen for choice in whole.choices}["marks"] == "."
    assert "“1,180” is read as 1,180." in whole.notes


def test_a_third_value_in_one_of_many_rows_is_seen():
    lines = [f"{'AB'[n % 2]},{n % 2}" for n in range(5000)]
    lines[1] = "B,2"
    facts = facts_of(read_table(rows("arm,outcome", *lines).encode()))
    assert facts[1].values == ("0", "2", "1")
    assert not facts[1].is_two_valued


def test_numbers_of_different_units_are_refused_wherever_they_stand():
    text = rows("arm,revenue", "A,$1", "A,$2", "A,$3", "B,$4", "B,€5").encode()
    assert "mixes numbers in different units: $, €" in read_values(text).problem
